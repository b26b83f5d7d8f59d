import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import {
  compareStudies,
  dueAt,
  type FixedSort,
  hasSamePlace,
  type SortedStudy,
  STUDY_SORTS,
} from '#domain/study/lists/sort-studies.ts'

const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-11-21T12:00:00Z')

const study = (id: string, part: Partial<SortedStudy> = {}): SortedStudy => ({
  id,
  status: 'Pending',
  tag_id: null,
  tag_critical_id: null,
  tat: 240,
  received: NOON,
  ...part,
})
const FIXED = STUDY_SORTS.filter((sort) => sort !== 'reading')
const order = (sort: FixedSort, studies: SortedStudy[]) =>
  studies.toSorted(compareStudies(sort)).map(({ id }) => id)

test('priority: critical tag, tag, then the earliest due; signed and verified studies come last', () => {
  const studies = [
    study('verified', { status: 'Verified', tag_critical_id: 'c', received: NOON - HOUR_MS }),
    study('signed', { status: 'Signed', received: NOON }),
    study('never due', { tat: 0, received: NOON - 9 * HOUR_MS }),
    study('due later', { tat: 480 }),
    study('due soon', { tat: 60 }),
    study('tagged', { tag_id: 't', tat: 600 }),
    study('critical, later', { tag_critical_id: 'c', tat: 600 }),
    study('critical', { tag_critical_id: 'c', tat: 60, status: 'ReadyForSign' }),
  ]
  expect(order('priority', studies)).toEqual([
    'critical',
    'critical, later',
    'tagged',
    'due soon',
    'due later',
    'never due',
    'signed',
    'verified',
  ])
})

test('time left: the earliest due first, whatever its tags', () => {
  const studies = [
    study('critical', { tag_critical_id: 'c', tat: 600 }),
    study('short', { tat: 30 }),
    study('old', { tat: 600, received: NOON - 20 * HOUR_MS }),
  ]
  expect(order('time_left', studies)).toEqual(['old', 'short', 'critical'])
})

const anyStudy = fc.record({
  id: fc.uuid(),
  status: fc.constantFrom(...REPORT_STATUSES),
  tag_id: fc.option(fc.constant('t')),
  tag_critical_id: fc.option(fc.constant('c')),
  tat: fc.integer({ min: -1, max: 3 }),
  received: fc.integer({ min: 0, max: 4 }).map((minutes) => minutes * 60_000),
})

test('every order is total: studies are sorted the same from any initial order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FIXED),
      fc.uniqueArray(anyStudy, { selector: (one) => one.id }),
      (sort, studies) => {
        expect(order(sort, studies.toReversed())).toEqual(order(sort, studies))
      },
    ),
  )
})

test('a study with the same sort key compares the same with every other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FIXED), anyStudy, anyStudy, anyStudy, (sort, a, b, other) => {
      const moved = { ...b, id: a.id }
      if (hasSamePlace(a, moved))
        expect(compareStudies(sort)(a, other)).toBe(compareStudies(sort)(moved, other))
    }),
  )
})

test('passing time changes no position: due is an instant', () => {
  expect(dueAt({ received: 1_000, tat: 2 })).toBe(121_000)
  expect(dueAt({ received: 1_000, tat: 0 })).toBe(Infinity)
})

test('a study keeps its place while nothing changes that an order reads', () => {
  const one = study('a')
  expect(hasSamePlace(one, study('b'))).toBe(true)
  const changes: Partial<SortedStudy>[] = [
    { received: NOON + 1 },
    { status: 'Draft' },
    { tat: 241 },
    { tag_id: 't' },
    { tag_critical_id: 'c' },
  ]
  for (const change of changes) expect(hasSamePlace(one, { ...one, ...change })).toBe(false)
})

test('of two studies that were received in the same instant, the one with the larger id comes first', () => {
  for (const sort of FIXED) expect(order(sort, [study('b'), study('c'), study('a')])).toEqual(['c', 'b', 'a'])
})
