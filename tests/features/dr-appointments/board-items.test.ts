import { expect, test } from 'vitest'
import type { CalendarAppointment } from '#contract/calls/visits.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import {
  BOARD_COLUMNS,
  type BoardItem,
  itemsOf,
  itemsOfCalendar,
  itemsOfVisits,
} from '#src/features/dr-appointments/board-items.ts'

const at = (hour: number) => Date.parse(`2026-11-21T0${hour}:00:00Z`)
const item = (id: string, status: VisitStatus, hour: number): BoardItem => ({
  id,
  name: 'A Patient',
  patId: 'S-1',
  startMs: at(hour),
  status,
  isWaiting: false,
})

test('started visits are next, completed ones are done, all are in the third list; earliest first', () => {
  const items = [item('d', 11, 6), item('b', 4, 5), item('a', 4, 4), item('c', 1, 3), item('e', 12, 7)]
  const columns = BOARD_COLUMNS.map((column) =>
    itemsOf(column, items)
      .map(({ id }) => id)
      .join(''),
  )
  expect(columns).toEqual(['ab', 'd', 'cabde'])
})

const visit = (id: string, is_radiology: 0 | 1, doctor_id: string | null) =>
  ({
    id,
    is_radiology,
    name: 'A Patient',
    pat_id: 'S-1',
    start_dt: '2026-11-21T04:00:00Z',
    status: 4,
    isWaiting: true,
    machines: [{ doctor_id }],
    // The board reads only these fields of a visit.
  }) as unknown as Parameters<typeof itemsOfVisits>[0][number]

test('the board shows only clinical visits, of one doctor or of all', () => {
  const visits = [visit('a', 0, 'rao'), visit('b', 0, 'sen'), visit('c', 1, null), visit('d', 0, null)]
  const ids = (doctor: string) => itemsOfVisits(visits, doctor).map(({ id }) => id)
  expect(ids('')).toEqual(['a', 'b', 'd'])
  expect(ids('rao')).toEqual(['a'])
  expect(itemsOfVisits(visits, 'rao')[0]).toMatchObject({ startMs: at(4), isWaiting: true })
})

test('a visit of several slots is one row of the server’s calendar', () => {
  const slot = { id: 'a', name: 'A Patient', pat_id: 'S-1', start_dt: '2026-11-21T04:00:00Z', status: 11 }
  const slots = [slot, { ...slot, start_dt: '2026-11-21T05:00:00Z' }] as CalendarAppointment[]
  expect(itemsOfCalendar(slots)).toEqual([{ ...item('a', 11, 4) }])
})
