import { type MessageRow, messageCalls } from '#contract/calls/messages.ts'
import { useWatched } from './use-watched.ts'

export interface Messages {
  /** Undefined until the first answer. */
  rows: readonly MessageRow[] | undefined
  error: Error | undefined
  refresh: () => void
}

/** What was sent about a study; asked for again while a message is on its way and the page is seen. */
export function useMessages(studyId: string, isWanted: boolean): Messages {
  const { answer, error, refresh } = useWatched(
    messageCalls.list,
    { study_id: studyId },
    isWanted,
    ({ result }) => result.some((row) => row.state === 'Waiting'),
  )
  return { rows: answer?.result, error, refresh }
}
