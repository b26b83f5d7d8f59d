import { expect, test } from 'vitest'
import { AI_STATUSES, isAiReady } from '#domain/status/ai-status.ts'
import {
  BOOKING_STATUSES,
  canSetBookingStatus,
  isConverted,
  isRequested,
} from '#domain/status/booking-status.ts'
import { COMMISSION_STATUSES, isCommissionPending } from '#domain/status/commission-status.ts'
import { moneyStateOf, type VisitMoneyFacts } from '#domain/status/money-state.ts'
import { counts, isPaid, isPartlyPaid, isUnpaid, PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import {
  asksForSignature,
  isAutosave,
  isReadyForSign,
  isVerified,
  REPORT_STATUSES,
  SAVE_STATUSES,
  statusAfterSave,
} from '#domain/status/report-status.ts'
import {
  canAddMinutes,
  canBringNext,
  canSendToMachine,
  EXAM_STATUSES,
  isExamStatus,
  isLiveService,
  isScanning,
  isScanOpen,
  SERVICE_STATUS_TABLE,
  SERVICE_STATUSES,
  waitsForScan,
} from '#domain/status/service-status.ts'
import {
  canCancelVisit,
  canCompleteVisit,
  canConfirmVisit,
  canEditVisit,
  canStartVisit,
  hasVisitStarted,
  isNextForDoctor,
  isScanDone,
  isVisitCancelled,
  isVisitCompleted,
  statusAfterMove,
  VISIT_STATUS_TABLE,
  VISIT_STATUSES,
  type VisitProgress,
  visitStatusesOf,
  visitStatusOf,
} from '#domain/status/visit-status.ts'

const visits = (rule: (status: (typeof VISIT_STATUSES)[number]) => boolean) =>
  VISIT_STATUSES.filter(rule).map((status) => VISIT_STATUS_TABLE[status].label)
const services = (rule: (status: (typeof SERVICE_STATUSES)[number]) => boolean) =>
  SERVICE_STATUSES.filter(rule).map((status) => SERVICE_STATUS_TABLE[status].label)

test('a visit has twelve states, which have their numbers on the wire', () => {
  expect(VISIT_STATUSES.map((status) => [status, VISIT_STATUS_TABLE[status].label])).toEqual([
    [1, 'Booked'],
    [2, 'Confirmed'],
    [3, 'Rescheduled'],
    [4, 'In Progress'],
    [5, 'Ready to Scan'],
    [6, 'Scan in Progress'],
    [7, 'Scan Completed'],
    [8, 'Report Draft'],
    [9, 'Report Signed'],
    [10, 'Report Verified'],
    [11, 'Completed'],
    [12, 'Cancelled'],
  ])
})

test('the allowed actions of a visit at each state', () => {
  expect(visits(canConfirmVisit)).toEqual(['Booked', 'Rescheduled'])
  expect(visits(canStartVisit)).toEqual(['Booked', 'Confirmed', 'Rescheduled'])
  expect(visits(canCancelVisit)).toEqual([
    'Booked',
    'Confirmed',
    'Rescheduled',
    'In Progress',
    'Ready to Scan',
  ])
  expect(VISIT_STATUSES.filter(canEditVisit)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(visits((status) => canCompleteVisit(status, false))).toEqual(['In Progress'])
  expect(visits((status) => canCompleteVisit(status, true))).toEqual([])
  expect(VISIT_STATUSES.filter(hasVisitStarted)).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
  expect(VISIT_STATUSES.filter(isScanDone)).toEqual([7, 8, 9, 10, 11])
  expect(visits(isVisitCancelled)).toEqual(['Cancelled'])
  expect(visits(isVisitCompleted)).toEqual(['Completed'])
  expect(visits(isNextForDoctor)).toEqual(['In Progress'])
})

test('a booked visit that is moved is rescheduled, a started one keeps its state', () => {
  expect(VISIT_STATUSES.map(statusAfterMove)).toEqual([3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('a clinical visit reaches no state of a scan or a report', () => {
  expect(visitStatusesOf(false)).toEqual([1, 2, 3, 4, 11, 12])
  expect(visitStatusesOf(true)).toEqual(VISIT_STATUSES)
  expect(visitStatusesOf(undefined)).toEqual(VISIT_STATUSES)
})

const work = (change: Partial<VisitProgress>): VisitProgress => ({
  isRadiology: true,
  services: [5],
  reports: [],
  ...change,
})

test.each([
  ['nothing is live', { services: [12] }, 'In Progress'],
  ['one of two waits for the desk', { services: [4, 5] }, 'In Progress'],
  ['all are ready', { services: [5, 5] }, 'Ready to Scan'],
  ['one is on the machine', { services: [4, 6] }, 'Scan in Progress'],
  ['one of two is scanned', { services: [5, 7] }, 'Scan in Progress'],
  ['all that live are scanned', { services: [7, 12] }, 'Scan Completed'],
  ['a report waits', { services: [7], reports: ['Pending'] }, 'Scan Completed'],
  ['one of two reports is begun', { services: [7], reports: ['Pending', 'Draft'] }, 'Report Draft'],
  ['one of two is signed', { services: [7], reports: ['Pending', 'Signed'] }, 'Report Draft'],
  ['all are signed', { services: [7], reports: ['Signed', 'Verified'] }, 'Report Signed'],
  ['all are verified before the last scan', { services: [6], reports: ['Verified'] }, 'Report Verified'],
  ['all is scanned and verified', { services: [7, 12], reports: ['Verified'] }, 'Completed'],
] as const)('a visit that has started, where %s', (_, change, label) => {
  expect(VISIT_STATUS_TABLE[visitStatusOf(4, work(change))].label).toBe(label)
})

test('before the start, after a cancellation and in the clinic the state is the one set by hand', () => {
  const done = work({ services: [7], reports: ['Verified'] })
  expect(([1, 2, 3, 12] as const).map((status) => visitStatusOf(status, done))).toEqual([1, 2, 3, 12])
  expect(visitStatusOf(4, { ...done, isRadiology: false })).toBe(4)
})

test('the allowed actions of a service at each state', () => {
  expect(SERVICE_STATUSES.map((status) => [status, SERVICE_STATUS_TABLE[status].label])).toEqual([
    [1, 'Booked'],
    [2, 'Confirmed'],
    [3, 'Rescheduled'],
    [4, 'In Progress'],
    [5, 'Ready to Scan'],
    [6, 'Scan in Progress'],
    [7, 'Scan Completed'],
    [12, 'Scan Cancelled'],
  ])
  expect(SERVICE_STATUSES.filter(isLiveService)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(services(canSendToMachine)).toEqual(['In Progress', 'Ready to Scan', 'Scan in Progress'])
  expect(services(canAddMinutes)).toEqual(['Scan in Progress'])
  expect(services(canBringNext)).toEqual(['In Progress', 'Ready to Scan'])
  expect(SERVICE_STATUSES.filter(waitsForScan)).toEqual([1, 2, 3, 4, 5])
  expect(SERVICE_STATUSES.filter(isScanOpen)).toEqual([1, 2, 3, 4, 5, 6])
  expect(services(isScanning)).toEqual(['Scan in Progress'])
  expect(SERVICE_STATUSES.filter(isExamStatus)).toEqual([...EXAM_STATUSES])
  expect(EXAM_STATUSES).toEqual([5, 6, 7, 12])
})

test('a request becomes a visit, is completed or cancelled, and both end states are final', () => {
  const next = BOOKING_STATUSES.map((from) =>
    BOOKING_STATUSES.filter((to) => canSetBookingStatus(from, to)).join(' '),
  )
  expect(next).toEqual(['Converted Completed Cancelled', 'Completed Cancelled', '', ''])
  expect(BOOKING_STATUSES.filter(isRequested)).toEqual(['Requested'])
  expect(BOOKING_STATUSES.filter(isConverted)).toEqual(['Converted'])
})

const money = (change: Partial<VisitMoneyFacts>): VisitMoneyFacts => ({
  isCancelled: false,
  payment: 'Paid',
  open: { toRefund: 0, toReturn: 0 },
  refunded: 0,
  ...change,
})

test.each([
  ['a visit that lives says how far it is paid', {}, 'Paid'],
  ['also after a refund', { refunded: 1, payment: 'Partial_Paid' }, 'Partial_Paid'],
  ['one unit to refund comes first', { open: { toRefund: 1, toReturn: 0 } }, 'To_Refund'],
  [
    'so does one to return, of a cancelled visit',
    { isCancelled: true, open: { toRefund: 0, toReturn: 1 } },
    'To_Refund',
  ],
  ['a cancelled visit is never paid', { isCancelled: true }, 'Nothing_Due'],
  ['of which one unit was refunded', { isCancelled: true, refunded: 1 }, 'Refunded'],
] as const)('%s', (_, change, state) => {
  expect(moneyStateOf(money(change))).toBe(state)
})

test('each state has one name in code', () => {
  expect(PAYMENT_STATUSES.filter(isUnpaid)).toEqual(['Pending'])
  expect(PAYMENT_STATUSES.filter(isPartlyPaid)).toEqual(['Partial_Paid'])
  expect(PAYMENT_STATUSES.filter(isPaid)).toEqual(['Paid'])
  expect((['Received', 'Refunded', 'Cancelled'] as const).filter(counts)).toEqual(['Received', 'Refunded'])
  expect(AI_STATUSES.filter(isAiReady)).toEqual(['Ready'])
  expect(COMMISSION_STATUSES.filter(isCommissionPending)).toEqual(['Pending'])
  expect(REPORT_STATUSES.filter(isVerified)).toEqual(['Verified'])
  expect(REPORT_STATUSES.filter(isReadyForSign)).toEqual(['ReadyForSign'])
  expect(SAVE_STATUSES.filter(isAutosave)).toEqual(['Auto'])
  expect(SAVE_STATUSES.filter(asksForSignature)).toEqual(['Signed'])
})

test('a signed text that may be revised is signed again only by a signature', () => {
  expect(SAVE_STATUSES.map((asked) => statusAfterSave('Signed', asked, true, true))).toEqual(
    SAVE_STATUSES.map((asked) => (asked === 'Signed' ? 'Signed' : undefined)),
  )
})
