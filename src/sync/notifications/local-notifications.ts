import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { DatedCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { openWaiting, readWaiting, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'

/** Notifications as stored: read inside a live query, opened outside of it. */
export interface StoredNotifications {
  copies: DatedCopy[]
  waiting: OverlayRow[]
}

export async function readNotifications({ cache, work }: Databases): Promise<StoredNotifications> {
  const [copies, waiting] = await Promise.all([
    cache.notifications.toArray(),
    readWaiting(work, 'notification'),
  ])
  return { copies, waiting }
}

/** Returns the user's notifications, with waiting read marks applied, newest first. */
export async function openNotifications(
  databases: Databases,
  { copies, waiting }: StoredNotifications,
): Promise<NotificationRow[]> {
  const [opened, changes] = await Promise.all([
    databases.notifications.openAll(copies),
    openWaiting(databases, waiting),
  ])
  return opened
    .map(({ id, body }) => withWaiting(body, changes.get(id)))
    .sort((a, b) => Date.parse(b.created) - Date.parse(a.created) || b.id.localeCompare(a.id))
}
