import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#server/kernel/context.ts'
import { branchOfScope, seesVisits, visitsScope } from '#server/kernel/scopes.ts'
import type { Revision, SyncSource } from '#server/kernel/sync/source.ts'
import { equalsAny } from '../studies/equals-any.ts'
import { selectVisibleVisitIds, selectVisitRows, visibleVisits, visitScopes } from './store.ts'

type BranchBuilder = ExpressionBuilder<{ v: { branch_id: string } }, 'v'>

/** The day in UTC that a visit starts on. */
export const visitDay = sql<string>`to_char(v.start_dt at time zone 'UTC', 'YYYY-MM-DD')`

/** Visits that start on a day in UTC, by bounds that an index can use. */
export const startsOn = (day: string) => sql<boolean>`v.start_dt >= ${`${day}T00:00:00Z`}::timestamptz
  and v.start_dt < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'`

/** Visits that stand in one of these scopes of the feed, as a condition over `v`: the mirror of visitScopes. */
export function standsIn(eb: BranchBuilder, scopes: readonly string[]): Expression<SqlBool> {
  const branches = scopes.flatMap((scope) => {
    const branch = branchOfScope(scope)
    return branch !== undefined && scope === visitsScope(branch) ? [branch] : []
  })
  return branches.length === 0 ? sql<SqlBool>`false` : equalsAny(eb.ref('v.branch_id'), branches)
}

/** A revision with the scope that its visit stands in. */
export const ofScope = ({
  branch_id,
  ...revision
}: Omit<Revision, 'scope'> & { branch_id: string }): Revision => ({
  ...revision,
  scope: visitsScope(branch_id),
})

/** Copies of visits on devices: those of the caller's branches. */
export const visitSource: SyncSource<'visit'> = {
  type: 'visit',
  scopes: ['visits'],
  rightsInScope: visitRights,
  read: async (tx, caller, ids) => {
    const rows = await selectVisitRows(tx, caller, await selectVisibleVisitIds(tx, caller, ids))
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes: visitScopes(body) }]))
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    let query = tx
      .selectFrom('visit as v')
      .select('v.id')
      .where('v.client_id', '=', caller.clientId)
      .where((eb) => standsIn(eb, [scope]))
    if (window) query = query.where('v.start_dt', '>=', window.from)
    // Continues behind the place of the last one sent, wherever that visit has moved to in the meantime.
    if (after)
      query = query.where(
        sql<boolean>`(v.start_dt, v.id) <
          (select l.start_dt, l.id from visit l where l.client_id = ${caller.clientId} and l.id = ${after})`,
      )
    const rows = await query.orderBy('v.start_dt', 'desc').orderBy('v.id', 'desc').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
  revisions: async (tx, caller, scopes, { window, day }) => {
    if (day === '') return []
    let query = tx
      .selectFrom('visit as v')
      .select(['v.id', 'v.rev', 'v.branch_id', visitDay.as('day')])
      .where(visibleVisits(caller))
      .where((eb) => standsIn(eb, scopes))
    if (window) query = query.where('v.start_dt', '>=', window.from)
    if (day) query = query.where(startsOn(day))
    return (await query.execute()).map(ofScope)
  },
}

/** Whoever holds the scope of a branch sees each of its visits. */
export function visitRights(caller: Caller): string {
  return String(seesVisits(caller))
}
