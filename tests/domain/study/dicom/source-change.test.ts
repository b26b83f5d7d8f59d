import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  identityMoves,
  partsOfChange,
  type SourceChange,
  type SourceFacts,
  sourceChange,
  sourceFacts,
} from '#domain/study/dicom/source-change.ts'

const facts = (changes: Partial<SourceFacts> = {}): SourceFacts => ({
  pat_id: 'P1',
  pat_name: 'Asha Rao',
  pat_birthdate: '1970-01-02',
  pat_sex: 'Female',
  accession_no: 'A1',
  day: '2026-11-21',
  images: 30,
  series: 3,
  ...changes,
})
const compare = (now: Partial<SourceFacts>, more: Partial<Parameters<typeof sourceChange>[0]> = {}) =>
  sourceChange({
    kept: null,
    shown: facts(),
    before: facts(),
    now: facts(now),
    isDayFollowed: false,
    ...more,
  })

test('a study with the same facts is no change', () => {
  expect(compare({})).toBeNull()
})

test('another patient is noted with the values of the image server', () => {
  expect(compare({ pat_id: 'P2', pat_name: 'Ravi Das', pat_birthdate: null })).toEqual({
    fields: { pat_id: 'P2', pat_name: 'Ravi Das', pat_birthdate: '' },
  })
})

test('the order of a name, capitals and spaces make no difference', () => {
  expect(compare({ pat_name: 'RAO  Asha', pat_id: ' p1' })).toBeNull()
})

test('a correction by a person here is no change at the source', () => {
  expect(compare({}, { shown: facts({ pat_name: 'Asha Rao-Iyer', accession_no: 'A9' }) })).toBeNull()
})

test('a value that was accepted here is no difference', () => {
  expect(compare({ pat_id: 'P2' }, { shown: facts({ pat_id: 'P2' }) })).toBeNull()
})

test('falling counts are noted, late images are not, and a missing count is no count', () => {
  expect(compare({ images: 12, series: 1 })).toEqual({
    images: { was: 30, is: 12 },
    series: { was: 3, is: 1 },
  })
  expect(compare({ images: 31, series: 4 })).toBeNull()
  expect(compare({ images: 0, series: 0 })).toBeNull()
})

test('another day is noted if it is not the expected consequence', () => {
  const day = { was: '2026-11-21', is: '2026-11-20' }
  expect(compare({ day: '2026-11-20' })).toEqual({ day })
  expect(compare({ day: '2026-11-20' }, { isDayFollowed: true })).toBeNull()
})

test('a note is removed once both sides agree again, and follows a second change', () => {
  const kept: SourceChange = { fields: { pat_id: 'P2' }, images: { was: 30, is: 12 } }
  const before = facts({ pat_id: 'P2', images: 12 })
  expect(compare({ pat_id: 'P2', images: 12 }, { kept, before })).toEqual(kept)
  expect(compare({ pat_id: 'P3', images: 9 }, { kept, before })).toEqual({
    fields: { pat_id: 'P3' },
    images: { was: 30, is: 9 },
  })
  expect(compare({}, { kept, before })).toBeNull()
})

test('facts are read from a header; nonsense gives nothing', () => {
  const attribute = (value: unknown) => ({ vr: 'LO', Value: [value] })
  const header = {
    '00080020': attribute('20261121'),
    '00201206': attribute('3'),
    '00201208': attribute(30),
  }
  expect(sourceFacts(header, facts())).toEqual(facts())
  const nonsense = { '00080020': attribute('21.11.'), '00201206': attribute(-1), '00201208': {} }
  expect(sourceFacts(nonsense, facts())).toEqual(facts({ day: null, images: 0, series: 0 }))
})

test('the parts of a note are named in order', () => {
  expect(partsOfChange(null)).toEqual([])
  expect(partsOfChange({ images: { was: 3, is: 1 }, fields: { accession_no: '', pat_id: 'P2' } })).toEqual([
    'pat_id',
    'accession_no',
    'images',
  ])
})

const anyFacts = fc.record({
  pat_id: fc.constantFrom('P1', 'P2', ''),
  pat_name: fc.constantFrom('Asha Rao', 'Rao Asha', 'Ravi Das', ''),
  pat_birthdate: fc.constantFrom('1970-01-02', '1971-01-02', null),
  pat_sex: fc.constantFrom('Female', 'Male', ''),
  accession_no: fc.constantFrom('A1', 'A2'),
  day: fc.constantFrom('2026-11-20', '2026-11-21', null),
  images: fc.integer({ min: 0, max: 3 }),
  series: fc.integer({ min: 0, max: 3 }),
})

test('a repeated note is the same, names only the differences here, and is complete', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, anyFacts, (shown, before, now) => {
      const once = sourceChange({ kept: null, shown, before, now, isDayFollowed: false })
      const again = sourceChange({ kept: once, shown, before: now, now, isDayFollowed: false })
      expect(again).toEqual(once)
      const noted = Object.keys(once?.fields ?? {})
      expect(identityMoves(shown, now)).toEqual(expect.arrayContaining(noted))
      // The note contains each field that changed there and differs here.
      const missed = identityMoves(before, now).filter((field) => identityMoves(shown, now).includes(field))
      expect(noted).toEqual(expect.arrayContaining(missed))
    }),
  )
})
