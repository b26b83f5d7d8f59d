import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraphsOf } from '#domain/report/paragraphs.ts'
import { REPORT_NUMBERS, reportIdOf } from '#domain/report/report-id.ts'
import { canSaveOn, compareTexts, type StandingReport, verdictOnSave } from '#domain/report/revision.ts'
import { signedContent } from '#domain/report/signed-content.ts'

const words = { report_data: '<p>a</p>', conclusion: '', recommendation: '' }
const standing = (change: Partial<StandingReport> = {}): StandingReport => ({
  ...words,
  rev: 3,
  status: 'Draft',
  ...change,
})
const other = { report_data: '<p>b</p>' }

test.each([
  ['creates what is not there', { baseRev: undefined }, undefined, 'stored'],
  ['stores on the revision it was based on', { ...other, baseRev: 3 }, standing(), 'stored'],
  ['is a conflict on an older one', { ...other, baseRev: 2 }, standing(), 'conflict'],
  ['is a conflict where it expected nothing', { ...other, baseRev: undefined }, standing(), 'conflict'],
  ['is a conflict where the report is gone', { baseRev: 3 }, undefined, 'conflict'],
  ['is no conflict when the words are the same', { baseRev: 2, status: 'Draft' }, standing(), 'stored'],
  ['writes nothing as an autosave of the same words', { baseRev: 2 }, standing(), 'unchanged'],
  ['never touches a signed text', { ...other, baseRev: 3 }, standing({ status: 'Signed' }), 'signed'],
  [
    'never touches a verified text, even unchanged',
    { baseRev: 3 },
    standing({ status: 'Verified' }),
    'signed',
  ],
] as const)('a save %s', (_, save, report, verdict) => {
  expect(verdictOnSave({ ...words, status: 'Auto', ...save }, report)).toBe(verdict)
})

test('only that very revision accepts further saves', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat(9), { nil: undefined }),
      fc.option(fc.nat(9), { nil: undefined }),
      (base, current) => {
        expect(canSaveOn(base, current)).toBe(base === current)
      },
    ),
  )
})

const paragraph = fc.constantFrom('a', 'b', 'c', 'd', 'e').map((text) => `<p>${text}</p>`)
const document = fc.array(paragraph, { maxLength: 12 })

test('every paragraph of both texts is in exactly one row, in order', () => {
  fc.assert(
    fc.property(document, document, (mine, theirs) => {
      const rows = compareTexts(mine.join(''), theirs.join(''))
      expect(rows.flatMap((row) => ('mine' in row ? [row.mine.html] : []))).toEqual(mine)
      expect(rows.flatMap((row) => ('theirs' in row ? [row.theirs.html] : []))).toEqual(theirs)
      for (const row of rows)
        if ('mine' in row && 'theirs' in row)
          expect(row.mine.html === row.theirs.html).toBe(row.kind === 'same')
    }),
  )
})

test('an inserted paragraph moves no other one out of its row', () => {
  fc.assert(
    fc.property(document, fc.nat(12), (mine, at) => {
      const theirs = mine.toSpliced(at, 0, '<p>new</p>')
      const rows = compareTexts(mine.join(''), theirs.join(''))
      expect(rows.filter((row) => row.kind === 'same')).toHaveLength(mine.length)
      expect(rows.filter((row) => row.kind !== 'same').map((row) => row.kind)).toEqual(['theirs'])
    }),
  )
})

test('a rewritten paragraph shares its row with the one it replaces', () => {
  const rows = compareTexts('<p>a</p><p>mine</p><p>c</p>', '<p>a</p><p>theirs</p><p>c</p>')
  expect(rows.map((row) => row.kind)).toEqual(['same', 'changed', 'same'])
})

/** Returns the most paragraphs that two texts share in order, by trying everything. */
function mostInCommon([a, ...restA]: readonly string[], [b, ...restB]: readonly string[]): number {
  if (a === undefined || b === undefined) return 0
  if (a === b) return 1 + mostInCommon(restA, restB)
  return Math.max(mostInCommon([a, ...restA], restB), mostInCommon(restA, [b, ...restB]))
}
const short = fc.array(paragraph, { maxLength: 7 })

test('as many paragraphs as possible are shown as unchanged', () => {
  fc.assert(
    fc.property(short, short, (mine, theirs) => {
      const rows = compareTexts(mine.join(''), theirs.join(''))
      expect(rows.filter(({ kind }) => kind === 'same')).toHaveLength(mostInCommon(mine, theirs))
    }),
    { numRuns: 300 },
  )
})

test('between two common paragraphs only one text has rows of its own, after those that replace each other', () => {
  fc.assert(
    fc.property(short, short, (mine, theirs) => {
      const kinds = compareTexts(mine.join(''), theirs.join('')).map(({ kind }) => kind)
      expect(kinds.map((kind) => ` ${kind}`).join('')).toMatch(
        /^(( changed)*(( mine)*|( theirs)*)( same|$))*$/,
      )
    }),
  )
})

const long = (word: string) => Array.from({ length: 5_000 }, (_, i) => `<p>${word} ${i}</p>`).join('')

test('very long texts that share nothing are compared without delay', () => {
  expect(compareTexts(long('mine'), long('theirs'))).toHaveLength(5_000)
})

test('bare words between blocks are a paragraph of their own, and unreadable mark-up is kept whole', () => {
  expect(paragraphsOf('one <strong>two</strong><p>three</p>').map((one) => one.text)).toEqual([
    'one two',
    'three',
  ])
  expect(paragraphsOf('<script>')).toEqual([{ html: '<script>', text: '<script>' }])
  expect(paragraphsOf('')).toEqual([])
})

test('two reports have the same signed content only if every part is equal, letter by letter', () => {
  const part = fc.constantFrom('', 'a', 'a\n', '1:a', '\n0:', 'a\n1:b', 'é', 'e\u0301')
  const report = fc.record({ report_data: part, conclusion: part, recommendation: part })
  fc.assert(
    fc.property(report, report, (one, two) => {
      expect(signedContent(one) === signedContent(two)).toBe(JSON.stringify(one) === JSON.stringify(two))
    }),
    { numRuns: 2_000 },
  )
})

test('a study has at most five reports', () => {
  expect(REPORT_NUMBERS).toEqual([1, 2, 3, 4, 5])
})

test('the ids of five reports of a study differ from each other and from the study', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (study) => {
      const ids = [1, 2, 3, 4, 5].map((no) => reportIdOf(study, no))
      expect(new Set([study, ...ids]).size).toBe(6)
      for (const id of ids)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }),
  )
})
