import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  identityMoves,
  partsOfChange,
  type SourceChange,
  type SourceFacts,
  sourceChange,
  sourceFacts,
} from '#domain/study/source-change.ts'

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

test('a study that says what it said is no change', () => {
  expect(compare({})).toBeNull()
})

test('another patient is noted with what the image server says', () => {
  expect(compare({ pat_id: 'P2', pat_name: 'Ravi Das', pat_birthdate: null })).toEqual({
    fields: { pat_id: 'P2', pat_name: 'Ravi Das', pat_birthdate: '' },
  })
})

test('the order of a name, capitals and spaces are no difference', () => {
  expect(compare({ pat_name: 'RAO  Asha', pat_id: ' p1' })).toBeNull()
})

test('what a person corrected here is no change there', () => {
  expect(compare({}, { shown: facts({ pat_name: 'Asha Rao-Iyer', accession_no: 'A9' }) })).toBeNull()
})

test('what was taken over here is no difference', () => {
  expect(compare({ pat_id: 'P2' }, { shown: facts({ pat_id: 'P2' }) })).toBeNull()
})

test('counts that fall are noted, late images are not, and silence is no count', () => {
  expect(compare({ images: 12, series: 1 })).toEqual({
    images: { was: 30, is: 12 },
    series: { was: 3, is: 1 },
  })
  expect(compare({ images: 31, series: 4 })).toBeNull()
  expect(compare({ images: 0, series: 0 })).toBeNull()
})

test('another day is noted where it does not follow', () => {
  const day = { was: '2026-11-21', is: '2026-11-20' }
  expect(compare({ day: '2026-11-20' })).toEqual({ day })
  expect(compare({ day: '2026-11-20' }, { isDayFollowed: true })).toBeNull()
})

test('a note goes away once both sides say the same again, and follows a second change', () => {
  const kept: SourceChange = { fields: { pat_id: 'P2' }, images: { was: 30, is: 12 } }
  const before = facts({ pat_id: 'P2', images: 12 })
  expect(compare({ pat_id: 'P2', images: 12 }, { kept, before })).toEqual(kept)
  expect(compare({ pat_id: 'P3', images: 9 }, { kept, before })).toEqual({
    fields: { pat_id: 'P3' },
    images: { was: 30, is: 9 },
  })
  expect(compare({}, { kept, before })).toBeNull()
})

test('facts are read from a header; nonsense is nothing', () => {
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

test('the parts of a note are named in their order', () => {
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

test('a note says the same when it is asked again, names only what differs here, and is whole', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, anyFacts, (shown, before, now) => {
      const once = sourceChange({ kept: null, shown, before, now, isDayFollowed: false })
      const again = sourceChange({ kept: once, shown, before: now, now, isDayFollowed: false })
      expect(again).toEqual(once)
      const noted = Object.keys(once?.fields ?? {})
      expect(identityMoves(shown, now)).toEqual(expect.arrayContaining(noted))
      // What moved there and does not stand so here is in it.
      const missed = identityMoves(before, now).filter((field) => identityMoves(shown, now).includes(field))
      expect(noted).toEqual(expect.arrayContaining(missed))
    }),
  )
})
