import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import { isMutable, type NotificationKind, type NotificationSubject } from '#domain/notification/kinds.ts'
import { userScope } from '#server/kernel/scopes.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { PUSH_JOB } from '../push-job-name.ts'

/** The transaction of an event. A person's call has a caller; a job or another system's message has none. */
export type NotifyContext = Pick<Write, 'tx' | 'now' | 'changed' | 'addJob'> & {
  caller?: { userId: string } | undefined
}

/** An event that people are notified of. */
export interface NotifiedEvent {
  clientId: string
  kind: NotificationKind
  subject: { type: NotificationSubject; id: string }
  /** The ids of the people it concerns. Excludes the person who caused it and those who muted the kind. */
  to: readonly string[]
}

interface Told {
  id: string
  rev: number
  user_id: string
}

/**
 * Notifies people of an event, in the event's own transaction: one row per person, which the feed announces to
 * devices.
 * While a person has not read a notification on the same subject, its row is renewed instead of a second one.
 */
export async function notify(work: NotifyContext, event: NotifiedEvent): Promise<void> {
  const people = await selectWilling(work, event)
  const told = people.length === 0 ? [] : await upsert(work, event, people)
  for (const { id, rev, user_id } of told)
    work.changed({ type: 'notification', id, rev, scopes: [userScope(user_id)] })
  const pushed = await withSubscription(work, event.clientId, told)
  if (pushed.length > 0) await work.addJob(PUSH_JOB, pushed)
}

/** Marks the unread notifications of a finished event as read, for these people or for everybody. */
export async function settleNotifications(
  { tx, now, changed }: Pick<NotifyContext, 'tx' | 'now' | 'changed'>,
  { clientId, kind, subject, to }: Omit<NotifiedEvent, 'to'> & { to?: readonly string[] },
): Promise<void> {
  if (to?.length === 0) return
  let query = tx
    .updateTable('notification')
    .set({ read_on: now, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('read_on', 'is', null)
  if (to) query = query.where('user_id', 'in', [...to])
  const rows = await query.returning(['id', 'rev', 'user_id']).execute()
  for (const { id, rev, user_id } of rows)
    changed({ type: 'notification', id, rev, scopes: [userScope(user_id)] })
}

/** Selects those who still work here and have not muted the kind. */
async function selectWilling({ tx, caller }: NotifyContext, { clientId, kind, to }: NotifiedEvent) {
  const ids = [...new Set(to)].filter((id) => id !== caller?.userId)
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('app_user as u')
    .leftJoin('notification_setting as s', (on) =>
      on.onRef('s.client_id', '=', 'u.client_id').onRef('s.user_id', '=', 'u.id'),
    )
    .select('u.id')
    .where('u.client_id', '=', clientId)
    .where('u.id', 'in', ids)
    .where('u.active', '=', true)
    .where('u.hidden', 'is', null)
    .where('u.user_type', '=', 'CLIENT')
    .$if(isMutable(kind), (query) => query.where(sql<boolean>`not (${kind} = any (coalesce(s.muted, '{}')))`))
    .execute()
  return rows.map(({ id }) => id)
}

function upsert(work: NotifyContext, event: NotifiedEvent, people: readonly string[]): Promise<Told[]> {
  const { clientId, kind, subject } = event
  return work.tx
    .insertInto('notification')
    .values(
      // In the order of ids, to avoid deadlocks between two events on one subject.
      people.toSorted().map((userId) => ({
        client_id: clientId,
        id: mintId(),
        user_id: userId,
        kind,
        subject_type: subject.type,
        subject_id: subject.id,
        by_id: work.caller?.userId ?? null,
        created: work.now,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['client_id', 'user_id', 'kind', 'subject_type', 'subject_id'])
        .where('read_on', 'is', null)
        .doUpdateSet((eb) => ({
          rev: sql`notification.rev + 1`,
          times: sql`notification.times + 1`,
          created: eb.ref('excluded.created'),
          by_id: eb.ref('excluded.by_id'),
        })),
    )
    .returning(['id', 'rev', 'user_id'])
    .execute()
}

async function withSubscription({ tx }: NotifyContext, clientId: string, told: readonly Told[]) {
  if (told.length === 0) return []
  const rows = await tx
    .selectFrom('push_subscription')
    .select('user_id')
    .distinct()
    .where('client_id', '=', clientId)
    .where(
      'user_id',
      'in',
      told.map(({ user_id }) => user_id),
    )
    .execute()
  const subscribed = new Set(rows.map(({ user_id }) => user_id))
  return told.filter(({ user_id }) => subscribed.has(user_id)).map(({ id }) => id)
}
