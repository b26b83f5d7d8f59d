import { messageCalls, type NoticeRow } from '#contract/calls/messages.ts'
import { useWatched } from './use-watched.ts'

export interface Notices {
  /** Undefined until the first answer. */
  rows: readonly NoticeRow[] | undefined
  error: Error | undefined
  refresh: () => void
}

/** True for a notice that changes by itself within seconds: due now, or at the gateway. */
const isMoving = ({ state, due, message }: NoticeRow) =>
  message?.state === 'Waiting' || (state === 'Planned' && Date.parse(due) <= Date.now())

/** Returns the sent and planned notices to a visit's patient; polled while one is being sent. */
export function useNotices(visitId: string, isWanted: boolean): Notices {
  const { answer, error, refresh } = useWatched(
    messageCalls.notices,
    { appt_id: visitId },
    isWanted,
    ({ result }) => result.some(isMoving),
  )
  return { rows: answer?.result, error, refresh }
}
