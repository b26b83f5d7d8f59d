import { Button } from '@mantine/core'
import { confirmAct } from '../dialog/confirm-act.tsx'
import { UNREAD_TEXT_WORDS as WORDS } from './unread-text-words.ts'

/** Deletes what this device keeps and cannot read, after a question. */
export function DiscardUnread({ onDiscard }: { onDiscard: () => Promise<void> }) {
  const ask = () =>
    confirmAct({
      title: WORDS.question,
      message: WORDS.questionMessage,
      confirmLabel: WORDS.discard,
      danger: true,
      act: onDiscard,
    })
  return (
    <Button size="xs" variant="subtle" color="gray" onClick={() => void ask()}>
      {WORDS.discard}
    </Button>
  )
}
