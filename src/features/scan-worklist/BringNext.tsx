import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { toggleBringNext } from './queue-actions.ts'
import type { QueueEntry } from './queue-entries.ts'
import { QUEUE_WORDS as WORDS } from './words.ts'

/** Marks the next patient of the machine; the public display flashes the patient's entry. */
export function BringNext({ entry, all }: { entry: QueueEntry; all: readonly QueueEntry[] }) {
  const isMarked = entry.is_bring_next === 'Y'
  return (
    <Button
      size="compact-xs"
      variant={isMarked ? 'filled' : 'default'}
      color={isMarked ? 'green.9' : undefined}
      leftSection={<IconBellRinging size={14} aria-hidden />}
      aria-pressed={isMarked}
      aria-label={WORDS.bringNextOf(entry.pat_name)}
      onClick={() => void toggleBringNext(entry, all)}
    >
      {WORDS.bringNext}
    </Button>
  )
}
