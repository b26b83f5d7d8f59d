import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { recordOf, type SyncBodyOf, type VisitPartType } from '#contract/records/records.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { declaredSource, type SyncBody, type SyncSource } from '#server/kernel/sync/source.ts'
import { ofScope, standsIn, startsOn, visitDay, visitRights } from '../../reading/sync-source.ts'
import { visibleVisits, visitScopes } from '../store.ts'

/** Reads the bodies of these records without checking rights: the query that selected the ids has checked them. */
export type ReadVisitParts<Type extends VisitPartType> = (
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
) => Promise<SyncBodyOf<Type>[]>

/**
 * Returns the sync source of a part of a visit: in the scopes of the visit, for the visit's day. `mayRead` narrows it
 * if fewer people may see the part than the visit (an expression over `p`, the part, and `v`, the visit).
 */
export function visitPartSource<Type extends VisitPartType>(
  type: Type,
  readParts: ReadVisitParts<Type>,
  mayRead: (caller: Caller) => RawBuilder<SqlBool> = () => sql<SqlBool>`true`,
): SyncSource<Type> {
  const { stored } = recordOf<VisitPartType>(type)
  // The rights of the caller that narrow the part are constants of its SQL expression.
  const rightsInScope = (caller: Caller) =>
    JSON.stringify([visitRights(caller), mayRead(caller).toOperationNode()])
  const isShown = stored.hides ? sql<SqlBool>`p.hidden is null` : sql<SqlBool>`true`
  const parts = (tx: Tx, caller: Caller) =>
    tx
      .selectFrom('visit as v')
      .innerJoin(
        sql<{ client_id: string; id: string; visit_id: string; rev: number }>`${sql.table(stored.table)}`.as(
          'p',
        ),
        (on) => on.onRef('p.client_id', '=', 'v.client_id').onRef('p.visit_id', '=', 'v.id'),
      )
      .where('v.client_id', '=', caller.clientId)
      .where(isShown)
      .where(mayRead(caller))
  return {
    ...declaredSource(type),
    rightsInScope,
    read: async (tx, caller, ids) => {
      const places = await parts(tx, caller)
        .select(['p.id', 'v.branch_id'])
        .where('p.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .where(visibleVisits(caller))
        .execute()
      const scopes = new Map(places.map((place) => [place.id, visitScopes(place)]))
      const bodies = scopes.size === 0 ? [] : await readParts(tx, caller, [...scopes.keys()])
      // Both type names denote the same body; the compiler cannot resolve this while `Type` is generic.
      const held = (body: SyncBodyOf<Type>) =>
        ({ rev: body.rev, body, scopes: scopes.get(body.id) ?? [] }) as unknown as SyncBody<Type>
      return new Map(bodies.map((body) => [body.id, held(body)]))
    },
    backfill: async (tx, caller, scope, after, limit, window) => {
      let query = parts(tx, caller)
        .select('p.id')
        .where((eb) => standsIn(eb, [scope]))
      if (window) query = query.where('v.start_dt', '>=', window.from)
      if (after) query = query.where(comesAfter(stored.table, caller, after))
      const rows = await query.orderBy('v.start_dt', 'desc').orderBy('p.id', 'desc').limit(limit).execute()
      return rows.map(({ id }) => id)
    },
    revisions: async (tx, caller, scopes, { window, day }) => {
      if (day === '') return []
      let query = parts(tx, caller)
        .select(['p.id', 'p.rev', 'v.branch_id', visitDay.as('day')])
        .where(visibleVisits(caller))
        .where((eb) => standsIn(eb, scopes))
      if (window) query = query.where('v.start_dt', '>=', window.from)
      if (day) query = query.where(startsOn(day))
      return (await query.execute()).map(ofScope)
    },
  }
}

function comesAfter(table: string, caller: Caller, after: string) {
  return sql<boolean>`(v.start_dt, p.id) < (
    select lv.start_dt, lp.id from ${sql.table(table)} lp
    join visit lv on lv.client_id = lp.client_id and lv.id = lp.visit_id
    where lp.client_id = ${caller.clientId} and lp.id = ${after})`
}
