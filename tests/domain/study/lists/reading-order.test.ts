import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { canSignReport } from '#domain/report/report-rights.ts'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import {
  modalitiesOf,
  type ReadableStudy,
  type Reading,
  readingOrder,
} from '#domain/study/lists/reading-order.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(NOON - hours * HOUR_MS).toISOString()

const study = (id: string, part: Partial<ReadableStudy> = {}): ReadableStudy => ({
  id,
  status: 'Pending',
  received_datetime: hoursAgo(1),
  tat: 240,
  modality: 'CT',
  branch_id: 'kothrud',
  tag_id: null,
  tag_critical_id: null,
  assigned_doctor_id: null,
  signed_by_doctor_id: null,
  ...part,
})
const reading = (part: Partial<Reading> = {}): Reading => ({
  person: { userId: 'me', isDoctor: true, canSign: true, permissions: new Set<Permission>() },
  branchIds: new Set(['kothrud']),
  modalities: new Set(['CT']),
  busy: new Set(),
  skipped: [],
  now: NOON,
  ...part,
})
const order = (studies: ReadableStudy[], part?: Partial<Reading>) =>
  readingOrder(studies, reading(part)).map(({ id }) => id)

test('critical studies come first, then the overdue ones, then by remaining minutes', () => {
  const studies = [
    study('no time agreed', { tat: 0 }),
    study('3 h left'),
    study('1 h left', { tat: 120 }),
    study('1 h over', { tat: 60, received_datetime: hoursAgo(2) }),
    study('5 h over', { tat: 60, received_datetime: hoursAgo(6) }),
    study('critical', { tag_critical_id: 'c', tat: 600 }),
    study('critical, over', { tag_critical_id: 'c', tat: 30 }),
  ]
  expect(order(studies)).toEqual([
    'critical, over',
    'critical',
    '5 h over',
    '1 h over',
    '1 h left',
    '3 h left',
    'no time agreed',
  ])
})

test('a tag and the person named on the study halve the minutes; another modality or branch doubles them', () => {
  const left = (id: string, minutes: number, part: Partial<ReadableStudy> = {}) =>
    study(id, { received_datetime: hoursAgo(0), tat: minutes, ...part })
  const studies = [
    left('plain 90', 90),
    left('plain 60', 60),
    left('tagged 100', 100, { tag_id: 't' }),
    left('mine 140', 140, { assigned_doctor_id: 'me' }),
    left('tagged and mine 160', 160, { tag_id: 't', signed_by_doctor_id: 'me' }),
    left('MR 35', 35, { modality: 'MR' }),
    left('other branch 40', 40, { branch_id: 'andheri' }),
    left('CT and MR 75', 75, { modality: 'MR,CT' }),
  ]
  expect(order(studies)).toEqual([
    'tagged and mine 160',
    'tagged 100',
    'plain 60',
    'mine 140',
    'MR 35',
    'CT and MR 75',
    'other branch 40',
    'plain 90',
  ])
})

test('the tagged one of two overdue studies comes first even if it is less overdue', () => {
  const over = (id: string, minutes: number, part: Partial<ReadableStudy> = {}) =>
    study(id, { tat: 1, received_datetime: hoursAgo((minutes + 1) / 60), ...part })
  expect(order([over('50', 50), over('30, tagged', 30, { tag_id: 't' })])).toEqual(['30, tagged', '50'])
})

test('without a known habit no modality counts as another; without an agreed time the own and the old studies come first', () => {
  const studies = [
    study('new', { tat: 0 }),
    study('old', { tat: 0, received_datetime: hoursAgo(9) }),
    study('tagged', { tat: 0, tag_id: 't' }),
    study('MR', { tat: 0, modality: 'MR', received_datetime: hoursAgo(5) }),
  ]
  expect(order(studies, { modalities: new Set() })).toEqual(['tagged', 'old', 'MR', 'new'])
})

test('signed studies, the open one, those of other doctors and those that others have open are left out', () => {
  const studies = [
    study('signed', { status: 'Signed' }),
    study('verified', { status: 'Verified' }),
    study('open'),
    study('busy'),
    study('of another', { assigned_doctor_id: 'you' }),
    study('to be signed by another', { assigned_doctor_id: 'me', signed_by_doctor_id: 'you' }),
    study('written by another, mine to sign', {
      status: 'ReadyForSign',
      assigned_doctor_id: 'you',
      signed_by_doctor_id: 'me',
    }),
    study('nobody’s', { status: 'Draft' }),
  ]
  const place = { withoutId: 'open', busy: new Set(['busy']) }
  expect(order(studies, place)).toEqual(['written by another, mine to sign', 'nobody’s'])
  // A person who may assign studies still does not get other doctors' studies in this order.
  const assigner = { ...reading().person, permissions: new Set<Permission>(['assign_doctor_to_study']) }
  expect(order(studies, { ...place, person: assigner })).not.toContain('of another')
  expect(order(studies, { person: { ...reading().person, canSign: false } })).toEqual([])
})

test('postponed studies come last, even critical ones, and the longest postponed first', () => {
  const studies = [study('a', { tag_critical_id: 'c' }), study('b'), study('c', { tat: 0 })]
  expect(order(studies, { skipped: ['b', 'a'] })).toEqual(['c', 'b', 'a'])
})

test('studies in the person’s own name define the reading habit', () => {
  const studies = [
    study('a', { assigned_doctor_id: 'me', modality: 'CT,MR' }),
    study('b', { signed_by_doctor_id: 'me', modality: 'CR', status: 'Verified' }),
    study('c', { assigned_doctor_id: 'you', modality: 'US' }),
    study('d', { assigned_doctor_id: 'me', modality: '' }),
  ]
  expect([...modalitiesOf(studies, 'me')]).toEqual(['CT', 'MR', 'CR'])
})

const anyStudy = fc.record({
  id: fc.uuid(),
  status: fc.constantFrom(...REPORT_STATUSES),
  received_datetime: fc.integer({ min: 0, max: 72 }).map(hoursAgo),
  tat: fc.constantFrom(0, 30, 60, 240, 1440),
  modality: fc.constantFrom('CT', 'MR', 'CT,MR', ''),
  branch_id: fc.constantFrom('kothrud', 'andheri', null),
  tag_id: fc.constantFrom(null, 't'),
  tag_critical_id: fc.constantFrom(null, null, 'c'),
  assigned_doctor_id: fc.constantFrom(null, 'me', 'you'),
  signed_by_doctor_id: fc.constantFrom(null, 'me', 'you'),
})
const anyStudies = fc.uniqueArray(anyStudy, { selector: ({ id }) => id, maxLength: 30 })

test('the order does not depend on the order of arrival, and contains each readable study once', () => {
  fc.assert(
    fc.property(anyStudies, fc.func(fc.integer()), fc.nat(5), (studies, shuffle, count) => {
      const place = reading({ skipped: studies.slice(0, count).map(({ id }) => id) })
      const ids = readingOrder(studies, place).map(({ id }) => id)
      const mixed = studies.toSorted((a, b) => shuffle(a.id) - shuffle(b.id))
      expect(readingOrder(mixed, place).map(({ id }) => id)).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
      const known = new Map(studies.map((one) => [one.id, one]))
      for (const id of ids) {
        expect(isSigned(known.get(id)!.status)).toBe(false)
        expect(canSignReport(place.person, known.get(id)!)).toBe(true)
      }
    }),
  )
})

test('every postponed study follows all others, and every plain study in time follows the overdue ones', () => {
  fc.assert(
    fc.property(anyStudies, fc.nat(5), (studies, count) => {
      const skipped = new Set(studies.slice(0, count).map(({ id }) => id))
      const ordered = readingOrder(studies, reading({ skipped: [...skipped] }))
      const firstSkipped = ordered.findIndex(({ id }) => skipped.has(id))
      if (firstSkipped >= 0) expect(ordered.slice(firstSkipped).every(({ id }) => skipped.has(id))).toBe(true)
      const open = ordered.filter(({ id }) => !skipped.has(id))
      const isOver = (one: ReadableStudy) =>
        one.tat > 0 && Date.parse(one.received_datetime) + one.tat * 60_000 < NOON
      const groups = open.map((one) => (one.tag_critical_id !== null ? 0 : isOver(one) ? 1 : 2))
      expect(groups).toEqual(groups.toSorted((a, b) => a - b))
    }),
  )
})

test('a study that names the person, or has less time, never falls behind because of it', () => {
  fc.assert(
    fc.property(anyStudies, anyStudy, (others, one) => {
      const mine = { ...one, status: 'Pending' as const, assigned_doctor_id: null, signed_by_doctor_id: null }
      const rankOf = (changed: ReadableStudy) =>
        readingOrder([...others, changed], reading()).findIndex(({ id }) => id === one.id)
      const before = rankOf(mine)
      expect(rankOf({ ...mine, assigned_doctor_id: 'me' })).toBeLessThanOrEqual(before)
      expect(rankOf({ ...mine, tag_id: 't' })).toBeLessThanOrEqual(before)
      if (mine.tat > 1) expect(rankOf({ ...mine, tat: mine.tat - 1 })).toBeLessThanOrEqual(before)
    }),
  )
})
