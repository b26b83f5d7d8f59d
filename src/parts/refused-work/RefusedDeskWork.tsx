import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { QueueKey } from '#contract/registry.ts'
import { useTypedVisit } from '#src/sync/desk/use-visit.ts'
import { type QueueItem, useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { REFUSED_WORK_WORDS as WORDS } from './words.ts'

/** Desk commands on a visit, from its booking to its payments. */
const OF_DESK: readonly QueueKey[] = [
  'appt/save',
  'appt/confirmAppointment',
  'appt/startVisit',
  'appt/completeAppointment',
  'appt/createReceipts',
]
const SHOWN_MAX = 5

/**
 * Refused bookings, starts and payments of this device, each with a way to resolve it; renders nothing if there are
 * none.
 */
export function RefusedDeskWork() {
  const refused = useQueue().items.filter(({ state, key }) => state === 'needs_you' && OF_DESK.includes(key))
  if (refused.length === 0) return null
  const rest = refused.length - SHOWN_MAX
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={WORDS.title(refused.length)}
      mb="xs"
      role="status"
    >
      <Stack gap={6}>
        <Text size="sm">{WORDS.hint}</Text>
        {refused.slice(0, SHOWN_MAX).map((item) => (
          <RefusedItem key={item.id} item={item} />
        ))}
        <Text size="sm">
          <Anchor component={Link} to="/sync">
            {WORDS.syncCentre}
          </Anchor>{' '}
          {rest > 0 && WORDS.more(rest)}
        </Text>
      </Stack>
    </Alert>
  )
}

function RefusedItem({ item }: { item: QueueItem }) {
  const { visit } = useTypedVisit(item.visitId ?? '')
  const what = [visit?.name, item.label].filter(Boolean).join(' · ')
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm" miw={0}>
        <Text span fw={600}>
          {what}
        </Text>{' '}
        {item.reason}
      </Text>
      {item.editPath !== undefined && (
        <Button
          component={Link}
          to={item.editPath}
          size="compact-sm"
          variant="default"
          aria-label={`${WORDS.open}: ${what}`}
          style={{ flexShrink: 0 }}
        >
          {WORDS.open}
        </Button>
      )}
    </Group>
  )
}
