import type { CalendarAppointment } from '#contract/calls/visits.ts'
import {
  isNextForDoctor,
  isVisitCompleted,
  VISIT_STATUSES,
  type VisitStatus,
} from '#domain/status/visit-status.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'

/** A patient on the board. */
export interface BoardItem {
  /** The visit's id. */
  id: string
  name: string
  patId: string
  startMs: number
  status: VisitStatus
  /** Whether the server does not have this version yet. */
  isWaiting: boolean
}

/** The three columns, in their order. */
export const BOARD_COLUMNS = ['next', 'completed', 'all'] as const
export type BoardColumn = (typeof BOARD_COLUMNS)[number]

const BELONGS: Record<BoardColumn, (status: VisitStatus) => boolean> = {
  next: isNextForDoctor,
  completed: isVisitCompleted,
  all: () => true,
}

/** Returns the items of a column, earliest first. */
export function itemsOf(column: BoardColumn, items: readonly BoardItem[]): BoardItem[] {
  return items.filter(({ status }) => BELONGS[column](status)).toSorted(byTime)
}

const byTime = (a: BoardItem, b: BoardItem) => a.startMs - b.startMs || a.id.localeCompare(b.id)

/** Returns the items of this device's clinical visits, for one doctor or for all. */
export function itemsOfVisits(visits: readonly Shown<'visit'>[], doctorId: string): BoardItem[] {
  return visits
    .filter(({ is_radiology, machines }) => is_radiology === 0 && isOfDoctor(machines, doctorId))
    .map(({ id, name, pat_id, start_dt, status, isWaiting }) => ({
      id,
      name,
      patId: pat_id,
      startMs: Date.parse(start_dt),
      status,
      isWaiting,
    }))
}

/** Returns the items of the server's calendar, which has one line for each slot: a visit may have several. */
export function itemsOfCalendar(appointments: readonly CalendarAppointment[]): BoardItem[] {
  const items = new Map<string, BoardItem>()
  for (const { id, name, pat_id, start_dt, status } of appointments) {
    const known = VISIT_STATUSES.find((one) => one === status)
    if (known === undefined || items.has(id)) continue
    items.set(id, { id, name, patId: pat_id, startMs: Date.parse(start_dt), status: known, isWaiting: false })
  }
  return [...items.values()]
}

const isOfDoctor = (machines: readonly { doctor_id: string | null }[], doctorId: string) =>
  doctorId === '' || machines.some(({ doctor_id }) => doctor_id === doctorId)
