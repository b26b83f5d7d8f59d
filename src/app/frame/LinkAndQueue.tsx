import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLink } from '#src/sync/link/use-link.ts'
import { useQueue } from '#src/sync/outbox/use-queue.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'
import classes from './frame.module.css'
import { linkAndQueueWords } from './link-and-queue-words.ts'
import { QueuePanel } from './QueuePanel.tsx'
import { useMinute } from './use-minute.ts'

/** The link and the queue in words, always in view; a click lists what waits (SYNC.md "What a person sees"). */
export function LinkAndQueue() {
  const [isOpen, panel] = useDisclosure(false)
  const link = useLink()
  const queue = useQueue()
  const now = useMinute()
  const words = linkAndQueueWords(link, queue, now)

  return (
    <>
      <VisuallyHidden role="status">{words.join(', ')}</VisuallyHidden>
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
          >
            <span className={classes.dot} data-offline={link.online ? undefined : ''} />
            {words.map((part) => (
              <span key={part} className={classes.statePart}>
                {part}
              </span>
            ))}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={WORDS.queueTitle} tabIndex={-1}>
          <QueuePanel queue={queue} onLeave={panel.close} />
        </Popover.Dropdown>
      </Popover>
    </>
  )
}
