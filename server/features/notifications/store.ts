import { type Selectable, sql } from 'kysely'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { MutableKind, NotificationKind, NotificationSubject } from '#domain/notification/kinds.ts'
import { NOTIFICATION_WINDOW_DAYS } from '#domain/time/intervals.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import type { Notification } from '#server/kernel/database/schema.ts'
import { userScope } from '#server/kernel/scopes.ts'

const DAY_MS = 86_400_000

/** Returns a query of the caller's own notifications. */
export function ownNotifications(tx: Tx, { clientId, userId }: Caller) {
  return tx
    .selectFrom('notification as n')
    .where('n.client_id', '=', clientId)
    .where('n.user_id', '=', userId)
}

/** Counts the caller's unread notifications of the days that devices keep. */
export async function countUnread({
  tx,
  caller,
  now,
}: Pick<Context, 'tx' | 'caller' | 'now'>): Promise<number> {
  const { n } = await ownNotifications(tx, caller)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('n.read_on', 'is', null)
    .where('n.created', '>=', windowStart(now))
    .executeTakeFirstOrThrow()
  return n
}

/** Rounded to days like the windows of devices, so that both counts cover the same rows. */
const windowStart = (now: Date) =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - NOTIFICATION_WINDOW_DAYS * DAY_MS)

/**
 * Marks the caller's unread notifications up to `until` as read and announces them to the feed; returns their number.
 */
export async function markRead(
  ctx: Context,
  { until, id }: { until: Date | undefined; id?: string },
): Promise<number> {
  const { tx, caller, now } = ctx
  let query = tx
    .updateTable('notification')
    .set({ read_on: now, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('read_on', 'is', null)
  if (until) query = query.where('created', '<=', until)
  if (id !== undefined) query = query.where('id', '=', id)
  const rows = await query.returning(['id', 'rev']).execute()
  for (const { id: read, rev } of rows)
    ctx.changed({ type: 'notification', id: read, rev, scopes: [userScope(caller.userId)] })
  return rows.length
}

/** Selects the caller's notifications in wire format. */
export async function selectNotificationRows(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  const rows = await ownNotifications(tx, caller)
    .leftJoin('app_user as by', (on) =>
      on.onRef('by.client_id', '=', 'n.client_id').onRef('by.id', '=', 'n.by_id'),
    )
    .selectAll('n')
    .select('by.name as noti_by')
    .where('n.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toNotificationRow)
}

/** Selects the kinds that the caller has muted. */
export async function selectMuted(tx: Tx, { clientId, userId }: Caller): Promise<MutableKind[]> {
  const row = await tx
    .selectFrom('notification_setting')
    .select('muted')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (row?.muted ?? []) as MutableKind[]
}

export async function saveMuted(
  tx: Tx,
  { clientId, userId }: Caller,
  muted: readonly MutableKind[],
): Promise<void> {
  const kinds = [...new Set(muted)]
  await tx
    .insertInto('notification_setting')
    .values({ client_id: clientId, user_id: userId, muted: kinds })
    .onConflict((on) => on.columns(['client_id', 'user_id']).doUpdateSet({ muted: kinds }))
    .execute()
}

function toNotificationRow(row: Selectable<Notification> & { noti_by: string | null }): NotificationRow {
  return {
    id: row.id,
    rev: row.rev,
    kind: row.kind as NotificationKind,
    subject_type: row.subject_type as NotificationSubject,
    subject_id: row.subject_id,
    noti_by: row.noti_by ?? '',
    times: row.times,
    created: row.created.toISOString(),
    read_on: row.read_on?.toISOString() ?? null,
  }
}
