import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { canOpen } from '#domain/access/screens.ts'
import { type UnsavedText, useUnsavedTexts } from '#src/sync/drafts/use-unsaved-texts.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { useIsFetched } from '#src/sync/pull/use-is-fetched.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useOpenCriticals } from '#src/sync/study-parts/use-open-criticals.ts'
import { EdgeDrawer } from '#src/ui/dialog/EdgeDrawer.tsx'
import classes from './frame.module.css'
import { linkAndQueueParts } from './link-and-queue-parts.ts'
import { QueuePanel } from './QueuePanel.tsx'
import { QUEUE_WORDS } from './queue-words.ts'
import { useMinute } from './use-minute.ts'

/** Typed text is saved every ten seconds; unsaved text older than this is shown. */
const LEFT_AFTER_MS = 30_000

const isLeft = ({ at }: UnsavedText, now: Date) => now.getTime() - at.getTime() > LEFT_AFTER_MS

/** The link and queue state in words, always visible; a click lists the queue. */
export function LinkAndQueue() {
  const [isOpen, panel] = useDisclosure(false)
  // On a phone the panel fills the screen.
  const isPhone = useMediaQuery('(max-width: 36em)') ?? false
  const link = useLink()
  const isFetched = useIsFetched()
  const queue = useQueue()
  const criticals = useOpenCriticals()
  const needsYou = queue.needsYou + criticals.length
  const now = useMinute()
  const unsaved = useUnsavedTexts().filter((text) => isLeft(text, now)).length
  const hasCentre = canOpen(useSession(), '/sync')
  const parts = linkAndQueueParts({ ...link, isFetched }, { ...queue, needsYou, unsaved }, now)
  const words = parts.map((part) => part.words).join(', ')
  const list = (
    <QueuePanel
      queue={queue}
      unsaved={unsaved}
      criticals={criticals}
      isOnline={link.online}
      onLeave={panel.close}
      hasCentre={hasCentre}
    />
  )
  const button = (
    <UnstyledButton
      className={classes.state}
      data-needs-you={needsYou > 0 || undefined}
      aria-label={words}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={panel.toggle}
    >
      <span className={classes.dot} data-offline={link.online ? undefined : ''} />
      {parts.map((part) => (
        <span key={part.kind} className={classes.statePart} data-part={part.kind}>
          {part.words}
        </span>
      ))}
    </UnstyledButton>
  )
  return (
    <>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      {isPhone ? (
        <>
          {button}
          <EdgeDrawer
            opened={isOpen}
            onClose={panel.close}
            title={QUEUE_WORDS.queueTitle}
            size="100%"
            position="right"
          >
            {list}
          </EdgeDrawer>
        </>
      ) : (
        <Popover
          opened={isOpen}
          onChange={panel.toggle}
          position="bottom-end"
          width={400}
          trapFocus
          withinPortal
        >
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown aria-label={QUEUE_WORDS.queueTitle} tabIndex={-1}>
            {list}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}
