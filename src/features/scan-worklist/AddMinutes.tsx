import { Button, Popover, SimpleGrid } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ADD_MINUTES } from '#contract/calls/exam-queue.ts'
import { addMinutes } from './queue-actions.ts'
import type { QueueEntry } from './queue-entries.ts'
import { QUEUE_WORDS as WORDS } from './words.ts'

/** More time for the running scan: 5 to 60 minutes in steps of 5 (docs/wire.md#lists-and-limits). */
export function AddMinutes({ entry }: { entry: QueueEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconClockPlus size={14} aria-hidden />}
          aria-label={WORDS.addMinutesOf(entry.pat_name)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {WORDS.addMinutes}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SimpleGrid cols={4} spacing={6}>
          {ADD_MINUTES.map((minutes) => (
            <Button
              key={minutes}
              size="compact-sm"
              variant="default"
              className="tabular"
              onClick={() => {
                setIsOpen(false)
                void addMinutes(entry, minutes)
              }}
            >
              {WORDS.minutes(minutes)}
            </Button>
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  )
}
