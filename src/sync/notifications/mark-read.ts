import type { NotificationRow } from '#contract/calls/notifications.ts'
import { enqueue } from '../outbox/make/enqueue.ts'

const LABELS = { one: 'Mark a notification as read', all: 'Mark all notifications as read' } as const

/** Marks one as read, on this device at once and offline too. */
export async function markRead({
  id,
  created,
  read_on,
}: Pick<NotificationRow, 'id' | 'created' | 'read_on'>): Promise<void> {
  if (read_on === null) await enqueue('noti/markRead', { id, created }, { label: LABELS.one })
}

/** Marks all of these and older ones as read: notifications that arrive meanwhile stay unread. */
export async function markAllRead(shown: readonly Pick<NotificationRow, 'created'>[]): Promise<void> {
  if (shown.length === 0) return
  const last = Math.max(...shown.map(({ created }) => Date.parse(created)))
  await enqueue('noti/markAllRead', { until: new Date(last).toISOString() }, { label: LABELS.all })
}
