import { Button, Group, Select, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconChecks, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { NOTIFICATION_KINDS, type NotificationKind } from '#domain/notification/kinds.ts'
import { kindLabel } from '#domain/notification/plain-words.ts'
import { markAllRead } from '#src/sync/notifications/mark-read.ts'
import { useNotifications } from '#src/sync/notifications/use-notifications.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { NotificationList } from './NotificationList.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { NOTIFICATION_WORDS as WORDS } from './words.ts'

export interface NotificationsDialogProps {
  onClose: () => void
}

/** The list's filter: one kind, changes that this device could not send, or all. */
export type Shown = NotificationKind | 'parked' | 'all'

const CHOICES = [
  { value: 'all', label: WORDS.all },
  ...NOTIFICATION_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) })),
  { value: 'parked', label: WORDS.parked },
]

/** The person's notifications, with filter, settings and a link to each subject. */
export function NotificationsDialog({ onClose }: NotificationsDialogProps) {
  const isPhone = useMediaQuery('(max-width: 36em)') ?? false
  const [isInSettings, setInSettings] = useState(false)
  const [shown, setShown] = useState<Shown>('all')
  const told = useNotifications()
  const { items } = useQueue()
  const unread = (told ?? []).filter(({ notification }) => notification.read_on === null)
  const [box, act] = useAct()
  const readAll = () => void act.run(() => markAllRead(unread.map(({ notification }) => notification)))
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size={800} fullScreen={isPhone} centered={!isPhone}>
      {isInSettings ? (
        <Stack>
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              onClick={() => setInSettings(false)}
            >
              {WORDS.backToList}
            </Button>
          </Group>
          <NotificationSettings />
        </Stack>
      ) : (
        <Stack gap="sm" ref={box}>
          <RefusalNote act={act} />
          <Group gap="xs" align="flex-end">
            <Select
              label={WORDS.filter}
              size="xs"
              w={210}
              data={CHOICES}
              value={shown}
              allowDeselect={false}
              onChange={(value) => setShown((value ?? 'all') as Shown)}
            />
            <Group gap="xs" ml="auto">
              <ReasonButton
                variant="default"
                size="xs"
                leftSection={<IconChecks size={16} aria-hidden />}
                reason={unread.length === 0 ? WORDS.nothingUnread : undefined}
                onClick={readAll}
              >
                {WORDS.markAll}
              </ReasonButton>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => setInSettings(true)}
              >
                {WORDS.settings}
              </Button>
            </Group>
          </Group>
          <NotificationList
            key={shown}
            shown={shown}
            told={told}
            parked={items.filter(({ state }) => state === 'needs_you')}
            onLeave={onClose}
          />
        </Stack>
      )}
    </Dialog>
  )
}
