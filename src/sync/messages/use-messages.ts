import { type MessageRow, messageCalls } from '#contract/calls/messages.ts'
import { useWatched } from './use-watched.ts'

export interface Messages {
  /** Undefined until the first answer. */
  rows: readonly MessageRow[] | undefined
  error: Error | undefined
  refresh: () => void
}

/** Returns the messages sent about a study; polled while one is being sent and the page is visible. */
export function useMessages(studyId: string, isWanted: boolean): Messages {
  const { answer, error, refresh } = useWatched(
    messageCalls.list,
    { study_id: studyId },
    isWanted,
    ({ result }) => result.some((row) => row.state === 'Waiting'),
  )
  return { rows: answer?.result, error, refresh }
}
