import { expect, test } from 'vitest'
import {
  arrivingNow,
  type DayVisit,
  openExams,
  unpaidAndLeaving,
  withoutConsent,
} from '#domain/home/day-work.ts'
import type { VisitMoney } from '#domain/money/visit-money.ts'
import { VISIT_STATUSES } from '#domain/status/visit-status.ts'

type OwingVisit = DayVisit & VisitMoney

const NOW = new Date('2026-11-23T05:00:00.000Z')
const visitOf = (part: Partial<OwingVisit>): OwingVisit => ({
  id: 'v',
  branch_id: 'b',
  is_radiology: 1,
  status: 1,
  start_dt: NOW.toISOString(),
  pat_id: 'P-1',
  name: 'Asha Rao',
  ipno: '',
  bedno: '',
  services: [],
  net_charges: 1000,
  paid: 0,
  patient_share: 100,
  ...part,
})
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000).toISOString()

test('arriving patients are those of the next half hour and the last hour who are not started', () => {
  const isArriving = (part: Partial<OwingVisit>) => arrivingNow([visitOf(part)], NOW).length === 1
  expect(VISIT_STATUSES.filter((status) => isArriving({ status }))).toEqual([1, 2, 3])
  expect([29, 30, 31].map((n) => isArriving({ start_dt: minutes(n) }))).toEqual([true, true, false])
  const justLater = new Date(NOW.getTime() + 30 * 60_000 + 1).toISOString()
  expect(isArriving({ start_dt: justLater })).toBe(false)
  expect([-59, -60].map((n) => isArriving({ start_dt: minutes(n) }))).toEqual([true, false])
})

test('unpaid and leaving are the patients who finished their scan and still owe money', () => {
  const owes = (part: Partial<OwingVisit>) =>
    unpaidAndLeaving([visitOf({ status: 7, ...part })], 2).length === 1
  expect(VISIT_STATUSES.filter((status) => owes({ status }))).toEqual([7, 8, 9, 10, 11])
  expect(owes({ paid: 999.99 })).toBe(true)
  expect(owes({ paid: 1000 })).toBe(false)
  // With a scheme the patient owes a share; the rest is the hospital's.
  expect(owes({ patient_share: 40, paid: 400 })).toBe(false)
  expect(owes({ patient_share: 40, paid: 399 })).toBe(true)
})

test('papers are unsigned while the patient is here and has not signed', () => {
  const visit = visitOf({ id: 'v', status: 5 })
  const signed = { id: 'c1', appt_id: 'v', kind: 'Signed', withdraws_id: null } as const
  expect(withoutConsent([visit], [])).toEqual([visit])
  expect(withoutConsent([visit], [signed])).toEqual([])
  expect(withoutConsent([visit], [{ ...signed, appt_id: 'other' }])).toEqual([visit])
  const withdrawal = { id: 'c2', appt_id: 'v', kind: 'Withdrawn', withdraws_id: 'c1' } as const
  expect(withoutConsent([visit], [signed, withdrawal])).toEqual([visit])
  const open = VISIT_STATUSES.filter((status) => withoutConsent([visitOf({ status })], []).length === 1)
  expect(open).toEqual([4, 5, 6])
})

test('the queue of a branch contains its own examinations that are not scanned yet', () => {
  const exam = (status: 5 | 6 | 7, id: string): DayVisit['services'][number] => ({
    id,
    accession_no: '',
    modality: 'CT',
    start_dt: NOW.toISOString(),
    exm_start_dt: null,
    exm_end_dt: null,
    name: 'CT Brain',
    code: '',
    status,
    type: 'Exam_Service',
    machine_id: null,
    department_id: null,
    is_bring_next: 'N',
  })
  const visits = [
    visitOf({ status: 5, services: [exam(5, '1'), exam(6, '2'), exam(7, '3')] }),
    visitOf({ status: 5, branch_id: 'other', services: [exam(5, '4')] }),
    visitOf({ status: 12, services: [exam(5, '5')] }),
  ]
  expect([openExams(visits, 'b'), openExams(visits, 'other'), openExams(visits, 'none')]).toEqual([2, 1, 0])
})
