import { expect, test } from 'vitest'
import { differenceOf, isSameThroughout } from '#src/features/report/history/difference.ts'
import { threadCpuMs } from '#tests/helpers/thread-cpu.ts'

const text = (report_data: string, conclusion = '') => ({ report_data, conclusion, recommendation: '' })
const kinds = (older: string, newer: string) =>
  differenceOf(text(older), text(newer)).flatMap(({ rows }) => rows.map(({ kind }) => kind))

test.each([
  ['the same text', '<p>A</p>', '<p>A</p>', ['same']],
  ['nothing before', '', '<p>A</p><p>B</p>', ['added', 'added']],
  ['nothing after', '<p>A</p>', '', ['removed']],
  ['a word that changed', '<p>Lungs are clear</p>', '<p>Lungs are hazy</p>', ['changed']],
  ['a paragraph that has nothing of the old one', '<p>Lungs</p>', '<p>Heart</p>', ['removed', 'added']],
  ['a paragraph between two', '<p>A</p><p>C</p>', '<p>A</p><p>B</p><p>C</p>', ['same', 'added', 'same']],
  ['bold letters', '<p>A</p>', '<p><strong>A</strong></p>', ['look']],
] as const)('%s', (_, older, newer, expected) => {
  expect(kinds(older, newer)).toEqual(expected)
})

test('the words of a changed paragraph reproduce both texts', () => {
  const [part] = differenceOf(text('<p>No focal lesion seen.</p>'), text('<p>A focal lesion is seen.</p>'))
  const [row] = part?.rows ?? []
  if (row?.kind !== 'changed') throw new Error('the paragraph did not change')
  const without = (kind: string) =>
    row.words
      .filter((run) => run.kind !== kind)
      .map((run) => run.text)
      .join('')
  expect([without('added'), without('removed')]).toEqual(['No focal lesion seen.', 'A focal lesion is seen.'])
})

test('parts that are empty in both are not named, and equal texts are unchanged throughout', () => {
  const parts = differenceOf(text('<p>A</p>', '<p>B</p>'), text('<p>A</p>', '<p>B</p>'))
  expect(parts.map(({ part }) => part)).toEqual(['report_data', 'conclusion'])
  expect(isSameThroughout(parts)).toBe(true)
})

test('two long texts that share nothing are compared quickly', () => {
  const long = (word: string) =>
    Array.from({ length: 300 }, (_, i) => `<p>${`${word}${i} `.repeat(60)}</p>`).join('')
  let found: unknown[] = []
  const took = threadCpuMs(() => {
    found = kinds(long('a'), long('b'))
  })
  expect(found).toHaveLength(600)
  expect(took).toBeLessThan(3_000)
})
