import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { recordOf, type StudyPartType, type SyncBodyOf } from '#contract/records/records.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { declaredSource, type SyncBody, type SyncSource } from '#server/kernel/sync/source.ts'
import { isReceivedOn, receivedDay } from '../studies/public/received-day.ts'
import { visibleStudies } from '../studies/public/rights.ts'
import { isInScope, isInScopes } from '../studies/public/scope-condition.ts'
import { studyScopes } from '../studies/public/store.ts'

/** Reads the bodies of these records without checking rights: the query that selected the ids has checked them. */
export type ReadParts<Type extends StudyPartType> = (
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
) => Promise<SyncBodyOf<Type>[]>

/**
 * Returns the sync source of a part of a study: in the scopes of the study, for the study's day. `mayRead` narrows it
 * if fewer people may see the part than the study, or only for a time (an expression over `p`, the part, and `s`, the
 * study).
 */
export function studyPartSource<Type extends StudyPartType>(
  type: Type,
  readParts: ReadParts<Type>,
  mayRead: (caller: Caller, now: Date) => RawBuilder<SqlBool> = () => sql<SqlBool>`true`,
): SyncSource<Type> {
  const { stored } = recordOf<StudyPartType>(type)
  const isShown = stored.hides ? sql<SqlBool>`p.hidden is null` : sql<SqlBool>`true`
  const parts = (tx: Tx, caller: Caller) =>
    tx
      .selectFrom('study as s')
      .innerJoin(
        sql<{
          client_id: string
          id: string
          study_id: string
          rev: number
        }>`${sql.table(stored.table)}`.as('p'),
        (on) => on.onRef('p.client_id', '=', 's.client_id').onRef('p.study_id', '=', 's.id'),
      )
      .where('s.client_id', '=', caller.clientId)
      .where('s.hidden', 'is', null)
      .where(isShown)
  return {
    ...declaredSource(type),
    read: async (tx, caller, ids, now) => {
      const places = await parts(tx, caller)
        .select(['p.id', 's.branch_id', 's.assigned_doctor_id', 's.signed_by_doctor_id'])
        .where('p.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .where(visibleStudies(caller))
        .where(mayRead(caller, now))
        .execute()
      const scopes = new Map(places.map((place) => [place.id, studyScopes(place)]))
      const bodies = scopes.size === 0 ? [] : await readParts(tx, caller, [...scopes.keys()])
      // Both type names denote the same body; the compiler cannot resolve this while `Type` is generic.
      const held = (body: SyncBodyOf<Type>) =>
        ({ rev: body.rev, body, scopes: scopes.get(body.id) ?? [] }) as unknown as SyncBody<Type>
      return new Map(bodies.map((body) => [body.id, held(body)]))
    },
    backfill: async (tx, caller, scope, after, limit, window) => {
      let query = parts(tx, caller)
        .select('p.id')
        .where((eb) => isInScope(eb, scope))
      if (window) query = query.where('s.received_datetime', '>=', window.from)
      if (after) query = query.where(comesAfter(stored.table, caller, after))
      const rows = await query
        .orderBy('s.received_datetime', 'desc')
        .orderBy('p.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => row.id)
    },
    revisions: async (tx, caller, scopes, { window, day, now }) => {
      if (day === '') return []
      let query = parts(tx, caller)
        .select(['p.id', 'p.rev', receivedDay.as('day')])
        .where(visibleStudies(caller))
        .where((eb) => isInScopes(eb, scopes))
        .where(mayRead(caller, now))
      if (window) query = query.where('s.received_datetime', '>=', window.from)
      if (day) query = query.where(isReceivedOn(day))
      return query.execute()
    },
  }
}

function comesAfter(table: string, caller: Caller, after: string) {
  return sql<boolean>`(s.received_datetime, p.id) < (
    select ls.received_datetime, lp.id from ${sql.table(table)} lp
    join study ls on ls.client_id = lp.client_id and ls.id = lp.study_id
    where lp.client_id = ${caller.clientId} and lp.id = ${after})`
}
