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
  /** True for a day that this device does not keep, while there is no network. */
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
 * The examinations of a branch on a day: of this device, live and without the network, and looked after every minute;
 * of a day that it does not keep, by the server's answer.
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
