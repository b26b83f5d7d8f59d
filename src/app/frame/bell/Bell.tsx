import { ActionIcon, Indicator, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { NOTIFICATION_WORDS as WORDS } from '#src/parts/notifications/words.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useKeptPush } from '#src/sync/notifications/use-push.ts'
import { useUnread } from '#src/sync/notifications/use-unread.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useAppBadge } from './use-app-badge.ts'
import { useOpenedNotification } from './use-opened-notification.ts'

const NotificationsDialog = lazyPart(() =>
  import('#src/parts/notifications/NotificationsDialog.tsx').then((part) => ({
    default: part.NotificationsDialog,
  })),
)

/** The icon shows no higher count. */
const SHOWN_MAX = 99

/** The notifications bell with its unread count; opens the dialog. */
export function Bell() {
  const [isOpen, dialog] = useDisclosure(false)
  const { online } = useLink()
  const { needsYou } = useQueue()
  const count = useUnread() + needsYou
  useAppBadge(count)
  useKeptPush(online)
  useOpenedNotification()
  return (
    <>
      <VisuallyHidden role="status">{count > 0 ? WORDS.bell(count) : ''}</VisuallyHidden>
      <Tooltip label={WORDS.bell(count)}>
        <Indicator
          label={count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
          disabled={count === 0}
          size={16}
          offset={6}
          color="red.8"
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={WORDS.bell(count)}
            aria-haspopup="dialog"
            onClick={dialog.open}
          >
            <IconBell size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Tooltip>
      {isOpen && <NotificationsDialog onClose={dialog.close} />}
    </>
  )
}
