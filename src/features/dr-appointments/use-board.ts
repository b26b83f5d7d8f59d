import { useEffect, useMemo } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import { DESK_REFRESH_MS, VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { addDays, type DayText, daysBetween, startOfDay } from '#domain/time/zones.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useVisitsBetween } from '#src/sync/desk/use-visit.ts'
import { browserPage } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { type BoardItem, itemsOfCalendar, itemsOfVisits } from './board-items.ts'

export interface BoardDay {
  branchId: string
  /** Empty for all doctors. */
  doctorId: string
  zone: string
  day: DayText
  today: DayText
  isOnline: boolean
}

export interface Board {
  items: readonly BoardItem[] | undefined
  /** True if this device does not hold the day and there is no network. */
  isOutOfReach: boolean
  error?: Error
}

/**
 * Returns the clinic's patients of a day: for days held on this device live and offline, refreshed every
 * minute; for other days from the server.
 */
export function useBoard({ branchId, doctorId, zone, day, today, isOnline }: BoardDay): Board {
  const isHeld = daysBetween(day, today) < VISIT_WINDOW_DAYS
  const [from, to] = [startOfDay(day, zone).getTime(), startOfDay(addDays(day, 1), zone).getTime()]
  const held = useVisitsBetween({ branchId: isHeld ? branchId : '', from, to })
  const asked = useCall(
    visitCalls.machineAppointments,
    {
      branch_id: branchId,
      date: day,
      is_radiology: '0',
      order_by: 'date_asc',
      ...(doctorId && { doctor_id: doctorId }),
    },
    !isHeld && isOnline && branchId !== '',
  )
  useEffect(() => {
    const looks = pollEvery(DESK_REFRESH_MS, true, browserPage()).subscribe(refreshCopies)
    return () => looks.unsubscribe()
  }, [])
  const ofDevice = useMemo(() => held.visits && itemsOfVisits(held.visits, doctorId), [held.visits, doctorId])
  const ofServer = useMemo(() => asked.answer && itemsOfCalendar(asked.answer.result), [asked.answer])
  if (isHeld) return { items: ofDevice, isOutOfReach: false, error: held.error }
  return { items: ofServer, isOutOfReach: !isOnline && !ofServer, error: asked.error }
}
