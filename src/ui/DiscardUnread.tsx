import { Button } from '@mantine/core'
import { confirmAct } from './confirm-act.tsx'
import { UI_WORDS } from './words.ts'

/** Deletes what this device keeps and cannot read, after a question. */
export function DiscardUnread({ onDiscard }: { onDiscard: () => Promise<void> }) {
  const ask = () =>
    confirmAct({
      title: UI_WORDS.discardUnread,
      message: UI_WORDS.discardUnreadMessage,
      confirmLabel: UI_WORDS.discard,
      danger: true,
      act: onDiscard,
    })
  return (
    <Button size="xs" variant="subtle" color="gray" onClick={() => void ask()}>
      {UI_WORDS.discard}
    </Button>
  )
}
