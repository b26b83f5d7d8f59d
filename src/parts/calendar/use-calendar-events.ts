import { useMemo } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import { VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useVisitsBetween } from '#src/sync/desk/use-visit.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { dayFrame } from './day-frame.ts'
import type { CalendarEvent } from './event.ts'
import { eventsOf, eventsOfServer } from './events-of.ts'

export interface CalendarQuestion {
  branchId: string
  zone: string
  departmentId: string
  /** The machine, or in a clinic the doctor. */
  placeId: string
  days: readonly DayText[]
}

/** The appointments of a machine on these days. */
export interface CalendarEvents {
  events: readonly CalendarEvent[]
  isLoading: boolean
  /** Some of these days are older than this device's window, and the server cannot be reached. */
  isBeyondDevice: boolean
  error: Error | undefined
}

const NONE: readonly CalendarEvent[] = []

/**
 * Returns the appointments from this device, including waiting changes; for days older than its window from
 * the server. Queries whole days in the branch's zone.
 */
export function useCalendarEvents({
  branchId,
  zone,
  departmentId,
  placeId,
  days,
}: CalendarQuestion): CalendarEvents {
  const { online } = useLink()
  const today = useToday(zone)
  const [first = today, last = first] = [days[0], days.at(-1)]
  const from = dayFrame(first, zone).start
  const to = dayFrame(last, zone).end
  const { visits, error } = useVisitsBetween({ branchId, from, to })
  const isBeyond = first < addDays(today, -VISIT_WINDOW_DAYS)
  const asked = useCall(
    visitCalls.machineAppointments,
    { branch_id: branchId, department_id: departmentId, from_date: first, to_date: last },
    isBeyond && online && branchId !== '',
  )
  const rows = isBeyond ? asked.answer?.result : undefined
  const events = useMemo(() => {
    const own = visits ? eventsOf(visits, placeId) : NONE
    if (!rows) return own
    const here = new Set(own.map(({ id }) => id))
    return [...own, ...eventsOfServer(rows, placeId).filter(({ id }) => !here.has(id))]
  }, [visits, rows, placeId])
  return {
    events,
    isLoading: visits === undefined && !error,
    isBeyondDevice: isBeyond && !online,
    error: error ?? (isBeyond ? asked.error : undefined),
  }
}
