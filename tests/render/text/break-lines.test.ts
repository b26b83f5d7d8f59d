import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Breakable, breakLines } from '#render/text/break-lines.ts'

interface Sample extends Breakable {
  name: string
}

/** Cuts at the width, but never below one point: like a letter, that cannot be divided. */
const cut = (word: Sample, width: number): [Sample, Sample] | undefined => {
  const first = Math.max(1, Math.floor(width))
  if (first >= word.width) return undefined
  return [
    { ...word, width: first, name: `${word.name}<` },
    { ...word, width: word.width - first, name: `${word.name}>` },
  ]
}

const word = (name: string, width: number): Sample => ({ kind: 'word', name, width })
const space: Sample = { kind: 'space', name: ' ', width: 1 }
const lineBreak: Sample = { kind: 'break', name: '|', width: 0 }
const names = (lines: { words: Sample[] }[]) =>
  lines.map((line) => line.words.map((each) => each.name).join(''))

test('a word that does not fit begins the next line without its space', () => {
  const lines = breakLines([word('ab', 4), space, word('cd', 4), space, word('ef', 4)], 9, cut)
  expect(names(lines)).toEqual(['ab cd ', 'ef'])
  expect(lines.map((line) => line.width)).toEqual([9, 4])
  expect(lines.map((line) => line.isLast)).toEqual([false, true])
})

test('a forced break ends a line that is never justified; one at the very end opens no empty line', () => {
  const lines = breakLines([word('a', 1), lineBreak, word('b', 1), lineBreak], 9, cut)
  expect(names(lines)).toEqual(['a', 'b'])
  expect(lines.every((line) => line.isLast)).toBe(true)
})

test('an empty paragraph has one line', () => {
  expect(breakLines([], 9, cut)).toHaveLength(1)
})

test('a word wider than the line is cut, after the words before it ended their line', () => {
  expect(names(breakLines([word('a', 2), space, word('long', 12)], 9, cut))).toEqual(['a ', 'long<', 'long>'])
})

const total = (list: readonly Sample[]) => list.reduce((sum, each) => sum + each.width, 0)
const samples = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((width) => word('w', width)),
    fc.integer({ min: 1, max: 5 }).map((width): Sample => ({ kind: 'space', name: ' ', width })),
    fc.constant(lineBreak),
  ),
  { maxLength: 60 },
)

test('no word is lost and no line is wider than the measure', () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 50 }), (words, measure) => {
      const lines = breakLines(words, measure, cut)
      expect(total(lines.flatMap((line) => line.words))).toBe(total(words))
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(measure)
    }),
  )
})
