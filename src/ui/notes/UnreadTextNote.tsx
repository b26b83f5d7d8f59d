import { DiscardUnread } from './DiscardUnread.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { UNREAD_TEXT_WORDS as WORDS } from './unread-text-words.ts'

export interface UnreadTextNoteProps {
  problem: Error
  onRetry: () => void
  /** Deletes the text, after a question. Without it the Sync centre lists the text, and discards it. */
  onDiscard?: () => Promise<void>
}

/** Stands in place of a form whose kept text could not be read: a form without it would overwrite it. */
export function UnreadTextNote({ problem, onRetry, onDiscard }: UnreadTextNoteProps) {
  const wayOut = onDiscard ? WORDS.mayDiscard : WORDS.listed
  return (
    <ErrorNote
      title={WORDS.title}
      message={problem.message}
      kept={`${WORDS.kept} ${wayOut}`}
      onRetry={onRetry}
      more={onDiscard && <DiscardUnread onDiscard={onDiscard} />}
    />
  )
}
