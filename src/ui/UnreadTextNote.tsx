import { DiscardUnread } from './DiscardUnread.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { UI_WORDS } from './words.ts'

export interface UnreadTextNoteProps {
  problem: Error
  onRetry: () => void
  /** Deletes the text, after a question. Without it the Sync centre lists the text, and discards it. */
  onDiscard?: () => Promise<void>
}

/** Stands in place of a form whose kept text could not be read: a form without it would overwrite it. */
export function UnreadTextNote({ problem, onRetry, onDiscard }: UnreadTextNoteProps) {
  const wayOut = onDiscard ? UI_WORDS.unreadTextDiscard : UI_WORDS.unreadTextListed
  return (
    <ErrorNote
      title={UI_WORDS.unreadText}
      message={problem.message}
      kept={`${UI_WORDS.unreadTextKept} ${wayOut}`}
      onRetry={onRetry}
      more={onDiscard && <DiscardUnread onDiscard={onDiscard} />}
    />
  )
}
