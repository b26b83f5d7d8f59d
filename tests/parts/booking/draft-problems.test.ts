import { expect, test } from 'vitest'
import type { BookingDraft } from '#src/parts/booking/draft/draft.ts'
import { changesBill, type ProblemFacts, problemsOf } from '#src/parts/booking/draft/draft-problems.ts'
import { reckon } from '#src/parts/booking/draft/reckon.ts'
import { timetableOf } from '#src/parts/booking/draft/timetable.ts'
import { isCancelledLine } from '#src/parts/booking/use-booking.ts'
import { draftWith, lineOf, START } from './drafts.ts'

const PRICES = { decimals: 2, listPrice: () => 10_000, isCancelled: isCancelledLine, isDiscounted: true }
const slotMinutesOf = (id: string) => (id === 'ct' ? 20 : undefined)
const said = (draft: BookingDraft, facts: Partial<ProblemFacts> = {}) =>
  problemsOf(draft, {
    timetable: timetableOf(draft, slotMinutesOf),
    reckoning: reckon(draft, PRICES),
    now: START - 1,
    booked: undefined,
    hasPatient: true,
    needsReason: false,
    reason: '',
    priceDemand: 'none',
    ...facts,
  })
const draft = draftWith([lineOf('a')], { slots: { 'ct/ct-1': { id: 's' } } })
const referred = (hospitalId: string | null, drId: string | null) => ({
  referrer: { hospitalId, drId, otherIds: [] },
})

test('a complete booking has no problems', () => {
  expect(said(draft)).toEqual([])
})

test.each([
  ['nobody is booked', draft, { hasPatient: false }, 'patient'],
  ['nothing is booked', draftWith([]), {}, 'services'],
  ['it begins in the past', draft, { now: START + 120_000 }, 'past'],
  ['no slot is known', draftWith([lineOf('m', { departmentId: 'mri' })]), {}, 'unconfigured'],
  ['an amount is wrong', draftWith([lineOf('a', { charges: '1', discount: '2' })]), {}, 'amounts'],
  ['money was received', draft, { needsReason: true, reason: ' ' }, 'reason'],
  ['a price is below the list and the right is missing', draft, { priceDemand: 'right' }, 'price'],
] as const)('if %s a problem is reported', (_, given, facts, problem) => {
  expect(said(given, facts)).toContain(problem)
})

test('a hospital scheme needs a hospital and a doctor scheme a doctor', () => {
  const hospital = { scheme: { id: 's', type: 'Hospital' } } as const
  const doctor = { scheme: { id: 's', type: 'Doctor' } } as const
  expect(said({ ...draft, ...hospital, ...referred(null, 'd') })).toEqual(['hospital'])
  expect(said({ ...draft, ...hospital, ...referred('h', null) })).toEqual([])
  expect(said({ ...draft, ...doctor, ...referred('h', null) })).toEqual(['doctor'])
  expect(said({ ...draft, ...doctor, ...referred(null, 'd') })).toEqual([])
})

test('a past visit may be edited at its time, and not moved to another past time', () => {
  const facts = { now: START + 3_600_000, booked: timetableOf(draft, slotMinutesOf) }
  expect(said(draft, facts)).toEqual([])
  expect(said({ ...draft, start: START + 600_000 }, facts)).toEqual(['past'])
})

test('the current minute is not past', () => {
  expect(said(draft, { now: START + 59_000 })).toEqual([])
})

test('the bill changes with a charge, a discount or a service, and not with a machine', () => {
  const of = (one: BookingDraft) => reckon(one, PRICES)
  const before = of(draft)
  expect(changesBill(before, of(draftWith([lineOf('a', { placeId: 'ct-2' })])))).toBe(false)
  expect(changesBill(before, of(draftWith([lineOf('a', { charges: '99' })])))).toBe(true)
  expect(changesBill(before, of(draftWith([lineOf('a'), lineOf('b')])))).toBe(true)
})
