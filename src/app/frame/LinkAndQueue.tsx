import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatClock } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useQueue } from '#src/sync/outbox/use-queue.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'
import classes from './frame.module.css'
import { QueuePanel } from './QueuePanel.tsx'

/** The link and the queue in words, always in view; a click lists what waits (SYNC.md "What a person sees"). */
export function LinkAndQueue() {
  const [isOpen, panel] = useDisclosure(false)
  const { online, since } = useLink()
  const queue = useQueue()
  const waiting = queue.waiting + queue.sending
  const link = online ? WORDS.online : WORDS.offlineSince(formatClock(since, LOCAL_ZONE))
  const parts = [
    link,
    ...(waiting > 0 ? [WORDS.waiting(waiting)] : []),
    ...(queue.needsYou > 0 ? [WORDS.needsYou(queue.needsYou)] : []),
  ]

  return (
    <>
      <VisuallyHidden role="status">{parts.join(', ')}</VisuallyHidden>
      <Popover
        opened={isOpen}
        onChange={panel.toggle}
        position="bottom-end"
        width={360}
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.state}
            data-needs-you={queue.needsYou > 0 || undefined}
            onClick={panel.toggle}
            aria-haspopup="dialog"
          >
            <span className={classes.dot} data-offline={online ? undefined : ''} />
            {parts.map((part) => (
              <span key={part} className={classes.statePart}>
                {part}
              </span>
            ))}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={WORDS.queueTitle}>
          <QueuePanel queue={queue} />
        </Popover.Dropdown>
      </Popover>
    </>
  )
}
