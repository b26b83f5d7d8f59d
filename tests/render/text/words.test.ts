import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutsOf, wordsOf } from '#render/text/words.ts'

const partsOf = (text: string) => wordsOf(text).map((word) => text.slice(word.start, word.end))

test('words and the spaces between them are separate', () => {
  expect(partsOf('no  acute bleed')).toEqual(['no', '  ', 'acute', ' ', 'bleed'])
})

test('a no-break space keeps a number and its unit in one word', () => {
  expect(partsOf('size 12\u00A0mm')).toEqual(['size', ' ', '12\u00A0mm'])
})

test('a line may end after a hyphen between words, not after a minus or inside a range of numbers', () => {
  expect(partsOf('well-known')).toEqual(['well-', 'known'])
  expect(partsOf('-5 HU 3-4')).toEqual(['-5', ' ', 'HU', ' ', '3-4'])
})

test('a newline is a break and an image is a separate word', () => {
  expect(wordsOf('a\n\uFFFCb').map((word) => word.kind)).toEqual(['word', 'break', 'word', 'word'])
})

test('words omit no character and are in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(partsOf(text).join('')).toBe(text)
    }),
  )
})

test('a letter is never separated from its marks', () => {
  const word = 'क्षि\u0301'
  for (const cut of cutsOf(word)) expect(word.slice(cut)).not.toMatch(/^\p{M}/u)
})

test('a long text without breaks is cut into pieces that can be set', () => {
  const parts = partsOf('क्षि'.repeat(400))
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(part).not.toMatch(/^\p{M}/u)
})
