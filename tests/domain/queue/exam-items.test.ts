import { expect, test } from 'vitest'
import {
  examItemsOf,
  inQueueOrder,
  panelOf,
  type QueueService,
  type QueueVisit,
} from '#domain/queue/exam-items.ts'
import { countdownText, lengthenedEnd, slotEndWith, waitingText } from '#domain/queue/exam-time.ts'

const service = (change: Partial<QueueService>): QueueService => ({
  id: 'a',
  accession_no: 'SAN1',
  modality: 'CT',
  start_dt: '2026-11-21T05:00:00Z',
  exm_start_dt: null,
  exm_end_dt: null,
  name: 'CT Brain Plain',
  code: 'CT-BRN',
  status: 5,
  type: 'Exam_Service',
  machine_id: 'm',
  department_id: 'd',
  is_bring_next: 'N',
  ...change,
})
const visit = (services: QueueService[], change: Partial<QueueVisit> = {}): QueueVisit => ({
  id: 'v',
  is_radiology: 1,
  status: 5,
  pat_id: 'P1',
  name: 'A Person',
  ipno: 'IP 1',
  bedno: '7',
  services,
  ...change,
})

test('a started radiology visit brings its examinations, without consumables and booked ones', () => {
  const items = examItemsOf(
    visit([
      service({ id: 'ready' }),
      service({ id: 'started', status: 4 }),
      service({ id: 'contrast', type: 'Exam_Consumable' }),
      service({ id: 'booked', status: 1 }),
    ]),
  )
  expect(items.map(({ id }) => id)).toEqual(['ready', 'started'])
  expect(items[0]).toMatchObject({
    appt_id: 'v',
    pat_name: 'A Person',
    pat_id: 'P1',
    his_req: { ipno: 'IP 1', bedno: '7' },
  })
  expect(items[0]).not.toHaveProperty('type')
})

test('a clinical visit and a cancelled one bring none', () => {
  expect(examItemsOf(visit([service({})], { is_radiology: 0 }))).toEqual([])
  expect(examItemsOf(visit([service({})], { status: 12 }))).toEqual([])
})

test('the mark "next" has no effect once the scan runs', () => {
  const [running] = examItemsOf(visit([service({ status: 6, is_bring_next: 'Y' })]))
  expect(running?.is_bring_next).toBe('N')
})

test('a started patient is ready to scan', () => {
  expect([1, 4, 5, 6, 7, 12].map((status) => panelOf(status as 1 | 4 | 5 | 6 | 7 | 12))).toEqual([
    undefined,
    5,
    5,
    6,
    7,
    12,
  ])
})

test('a panel is ordered by the next patient, then by time in any notation', () => {
  const at = (id: string, start_dt: string, is_bring_next: 'Y' | 'N' = 'N') => ({
    id,
    start_dt,
    is_bring_next,
  })
  const sorted = [
    at('late', '2026-11-21T06:00:00Z'),
    at('early', '2026-11-21T11:00:00+05:30'),
    at('brought', '2026-11-21T09:00:00Z', 'Y'),
  ].toSorted(inQueueOrder)
  expect(sorted.map(({ id }) => id)).toEqual(['brought', 'early', 'late'])
})

test('minutes are added to the planned end, or to the current time without one', () => {
  const now = '2026-11-21T05:00:00.000Z'
  expect(lengthenedEnd('2026-11-21T05:10:00.000Z', 15, now)).toBe('2026-11-21T05:25:00.000Z')
  expect(lengthenedEnd(null, 5, now)).toBe('2026-11-21T05:05:00.000Z')
})

test('time left and time waited are shown in short form', () => {
  expect(
    [245_000, 3_729_000, 0, -30_000, 1, -1, 3_599_000, 3_600_000, -3_600_000].map(countdownText),
  ).toEqual(['4:05', '1:02:09', '0:00', '+0:30', '0:01', '+0:01', '59:59', '1:00:00', '+1:00:00'])
  expect(
    [0, 59_999, 60_000, 12 * 60_000, 65 * 60_000, -5, 3_599_999, 60 * 60_000, 119 * 60_000, 120 * 60_000].map(
      waitingText,
    ),
  ).toEqual([
    '0 min',
    '0 min',
    '1 min',
    '12 min',
    '1 h 05 min',
    '0 min',
    '59 min',
    '1 h 00 min',
    '1 h 59 min',
    '2 h 00 min',
  ])
})

test.each([
  ['moves with the examination', 100, 130, undefined, 130],
  ['stays as booked where the examination ends before it', 100, 90, undefined, 100],
  ['ends where the next patient begins', 100, 130, 110, 110],
  ['is never cut by a patient who was booked over it', 100, 130, 95, 100],
])('the slot of an examination %s', (_what, slot, exam, next, end) => {
  expect(slotEndWith(slot, exam, next)).toBe(end)
})

test('of two examinations at the same time the order is that of their ids', () => {
  const at = (id: string) => ({ id, start_dt: '2026-11-21T06:00:00Z', is_bring_next: 'N' as const })
  expect([at('b'), at('a'), at('c')].toSorted(inQueueOrder).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
