import { sql } from 'kysely'
import { userScope } from '#server/kernel/scopes.ts'
import { declaredSource, type SyncSource } from '#server/kernel/sync/source.ts'
import { ownNotifications, selectNotificationRows } from './store.ts'

const createdDay = sql<string>`to_char(n.created at time zone 'UTC', 'YYYY-MM-DD')`

const createdOn = (day: string) => sql<boolean>`n.created >= ${`${day}T00:00:00Z`}::timestamptz
  and n.created < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'`

/** The sync source of notifications: a person's own ones, by the day on which they last happened. */
export const notificationSource: SyncSource<'notification'> = {
  ...declaredSource('notification'),
  read: async (tx, caller, ids) => {
    const rows = await selectNotificationRows(tx, caller, ids)
    const scopes = [userScope(caller.userId)]
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes }]))
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    if (scope !== userScope(caller.userId)) return []
    let query = ownNotifications(tx, caller).select('n.id')
    if (window) query = query.where('n.created', '>=', window.from)
    if (after)
      query = query.where(
        sql<boolean>`(n.created, n.id) < (select l.created, l.id from notification l
          where l.client_id = ${caller.clientId} and l.id = ${after})`,
      )
    const rows = await query.orderBy('n.created', 'desc').orderBy('n.id', 'desc').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
  revisions: async (tx, caller, scopes, { window, day }) => {
    if (day === '' || !scopes.includes(userScope(caller.userId))) return []
    let query = ownNotifications(tx, caller).select(['n.id', 'n.rev', createdDay.as('day')])
    if (window) query = query.where('n.created', '>=', window.from)
    if (day) query = query.where(createdOn(day))
    return query.execute()
  },
}
