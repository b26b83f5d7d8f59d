import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { branchOfScope, visitsScope } from '#server/kernel/scopes.ts'
import { declaredSource, type SyncSource } from '#server/kernel/sync/source.ts'
import { selectBookingRows } from './public/booking-row.ts'
import { bookingScopes, visibleBookings } from './store.ts'

type BranchBuilder = ExpressionBuilder<{ r: { branch_id: string | null } }, 'r'>

const NO_BRANCH = visitsScope(null)

const createdDay = sql<string>`to_char(r.created at time zone 'UTC', 'YYYY-MM-DD')`

const createdOn = (day: string) => sql<boolean>`r.created >= ${`${day}T00:00:00Z`}::timestamptz
  and r.created < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'`

/** Requests in these scopes, as a condition over `r`; must mirror bookingScopes. */
function standsIn(eb: BranchBuilder, scopes: readonly string[]): Expression<SqlBool> {
  const branches = scopes.flatMap((scope) => {
    const branch = branchOfScope(scope)
    return branch !== undefined && scope === visitsScope(branch) ? [branch] : []
  })
  return eb.or([
    ...(branches.length > 0 ? [equalsAny(eb.ref('r.branch_id'), branches)] : []),
    ...(scopes.includes(NO_BRANCH) ? [eb('r.branch_id', 'is', null)] : []),
    sql<SqlBool>`false`,
  ])
}

/** Booking requests for the desk's devices: those of its branches, by the day of arrival. */
export const bookingSource: SyncSource<'booking_request'> = {
  ...declaredSource('booking_request'),
  read: async (tx, caller, ids) => {
    const visible = await tx
      .selectFrom('booking_request as r')
      .select('r.id')
      .where('r.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where('r.hidden', 'is', null)
      .where(visibleBookings(caller))
      .execute()
    const rows = await selectBookingRows(
      tx,
      visible.map(({ id }) => id),
    )
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes: bookingScopes(body) }]))
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    let query = tx
      .selectFrom('booking_request as r')
      .select('r.id')
      .where('r.client_id', '=', caller.clientId)
      .where('r.hidden', 'is', null)
      .where((eb) => standsIn(eb, [scope]))
    if (window) query = query.where('r.created', '>=', window.from)
    if (after)
      query = query.where(
        sql<boolean>`(r.created, r.id) < (select l.created, l.id from booking_request l
          where l.client_id = ${caller.clientId} and l.id = ${after})`,
      )
    const rows = await query.orderBy('r.created', 'desc').orderBy('r.id', 'desc').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
  revisions: async (tx, caller, scopes, { window, day }) => {
    if (day === '') return []
    let query = tx
      .selectFrom('booking_request as r')
      .select(['r.id', 'r.rev', createdDay.as('day')])
      .where('r.hidden', 'is', null)
      .where(visibleBookings(caller))
      .where((eb) => standsIn(eb, scopes))
    if (window) query = query.where('r.created', '>=', window.from)
    if (day) query = query.where(createdOn(day))
    return query.execute()
  },
}
