import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, fitTexts, jsonBytes } from '#domain/prior/fit-texts.ts'

test('a text that does not fit is skipped, and a later text that fits is taken', () => {
  const [long, short] = [{ bytes: 11 }, { bytes: 4 }]
  expect([...fitTexts([{ bytes: 6 }, long, short], 10)]).toEqual([{ bytes: 6 }, short])
})

test('the texts together never exceed the available size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.nat(100) })),
      fc.integer({ min: -10, max: 500 }),
      (texts, room) => {
        const sum = [...fitTexts(texts, room)].reduce((total, { bytes }) => total + bytes, 0)
        expect(sum).toBeLessThanOrEqual(Math.max(0, room))
      },
    ),
  )
})

test('bytes are counted as on the wire, and no letter is split', () => {
  expect(jsonBytes('é')).toBe(4)
  expect(cutText('😀😀😀', 2)).toBe('😀…')
  expect(cutText('abc', 3)).toBe('abc')
})
