import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { branchOfScope, seesVisits, visitsScope } from '#server/kernel/scopes.ts'
import { declaredSource, type Revision, type SyncSource } from '#server/kernel/sync/source.ts'
import { selectVisibleVisitIds, selectVisitRows, visibleVisits, visitScopes } from '../public/store.ts'

type BranchBuilder = ExpressionBuilder<{ v: { branch_id: string } }, 'v'>

/** The UTC day on which a visit starts. */
export const visitDay = sql<string>`to_char(v.start_dt at time zone 'UTC', 'YYYY-MM-DD')`

/** Matches visits that start on a UTC day, with bounds that an index can use. */
export const startsOn = (day: string) => sql<boolean>`v.start_dt >= ${`${day}T00:00:00Z`}::timestamptz
  and v.start_dt < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'`

/** Returns the condition, over `v`, for visits in one of these feed scopes; the inverse of visitScopes. */
export function standsIn(eb: BranchBuilder, scopes: readonly string[]): Expression<SqlBool> {
  const branches = scopes.flatMap((scope) => {
    const branch = branchOfScope(scope)
    return branch !== undefined && scope === visitsScope(branch) ? [branch] : []
  })
  return branches.length === 0 ? sql<SqlBool>`false` : equalsAny(eb.ref('v.branch_id'), branches)
}

/** Returns a revision with the scope of its visit. */
export const ofScope = ({
  branch_id,
  ...revision
}: Omit<Revision, 'scope'> & { branch_id: string }): Revision => ({
  ...revision,
  scope: visitsScope(branch_id),
})

/** The sync source of visits: those of the caller's branches. */
export const visitSource: SyncSource<'visit'> = {
  ...declaredSource('visit'),
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
    // Continues after the last visit sent, at its current position even if that visit has moved since.
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

/**
 * Returns the rights that decide what a device sees in a branch scope; the scope's holder sees each visit of the
 * branch.
 */
export function visitRights(caller: Caller): string {
  return String(seesVisits(caller))
}
