import { useEffect, useMemo } from 'react'
import { examQueueCalls } from '#contract/calls/exam-queue.ts'
import { DESK_REFRESH_MS, VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { addDays, type DayText, daysBetween, startOfDay } from '#domain/time/zones.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useVisitsBetween } from '#src/sync/desk/use-visit.ts'
import { browserPage } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { entriesOf, type QueueEntry } from './queue-entries.ts'

export interface ExamQueue {
  entries: readonly QueueEntry[] | undefined
  /** True if this device does not hold the day and there is no network. */
  isOutOfReach: boolean
  error?: Error
}

export interface QueueDay {
  branchId: string
  zone: string
  day: DayText
  today: DayText
  isOnline: boolean
}

/**
 * Returns the examinations of a branch on a day: for days held on this device live and offline, refreshed
 * every minute; for other days from the server.
 */
export function useExamQueue({ branchId, zone, day, today, isOnline }: QueueDay): ExamQueue {
  const isHeld = daysBetween(day, today) < VISIT_WINDOW_DAYS
  const [from, to] = [startOfDay(day, zone).getTime(), startOfDay(addDays(day, 1), zone).getTime()]
  const held = useVisitsBetween({ branchId: isHeld ? branchId : '', from, to })
  const isAsked = !isHeld && isOnline && branchId !== ''
  const asked = useCall(
    examQueueCalls.examServices,
    { branch_id: branchId, from_date: day, to_date: day },
    isAsked,
  )
  useEffect(() => {
    const looks = pollEvery(DESK_REFRESH_MS, true, browserPage()).subscribe(refreshCopies)
    return () => looks.unsubscribe()
  }, [])
  const ofDevice = useMemo(() => held.visits && entriesOf(held.visits), [held.visits])
  const ofServer = useMemo(
    () => asked.answer?.result.map((exam) => ({ ...exam, isWaiting: false })),
    [asked.answer],
  )
  if (isHeld) return { entries: ofDevice, isOutOfReach: false, error: held.error }
  return { entries: ofServer, isOutOfReach: !isOnline && !ofServer, error: asked.error }
}
