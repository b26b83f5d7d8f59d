import { type RawBuilder, sql } from 'kysely'
import { listableTest } from '#domain/study/lists/listable-studies.ts'
import { modalitiesOf } from '#domain/study/lists/reading-order.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectValuesOfModalities } from './public/modalities.ts'
import { selectSkippedIds } from './public/skip-store.ts'
import { selectIdsOfOthers } from './public/writer-store.ts'

/** What the reading order depends on besides the caller. */
export interface ReadingOrderContext {
  /** Stored values that contain a modality that the caller usually reads; undefined without a known habit. */
  ownModalities: readonly string[] | undefined
  busy: readonly string[]
  /** In the order in which they were skipped. */
  skipped: readonly string[]
  now: Date
}

/** The number of newest studies, per role of the reader, from which the habit is derived. */
const HABIT_OF = 200

/**
 * Selects the modalities that the caller usually reads, the studies that others have open, and those that the caller
 * skipped in this session.
 */
export async function selectReadingOrderContext(
  tx: Tx,
  caller: Caller,
  now: Date,
): Promise<ReadingOrderContext> {
  const habit = await selectHabit(tx, caller)
  return {
    ownModalities: habit.size === 0 ? undefined : await selectValuesOfModalities(tx, caller.clientId, habit),
    busy: await selectIdsOfOthers(tx, caller, now),
    skipped: await selectSkippedIds(tx, caller),
    now,
  }
}

async function selectHabit(tx: Tx, caller: Caller): Promise<Set<string>> {
  const { clientId, userId, isClientAdmin, isDoctor, branchIds } = caller
  const permissions = [...caller.permissions]
  const isListable = listableTest({ userId, isClientAdmin, isDoctor, permissions, branchIds }, 'worklist')
  if (!isListable) return new Set()
  const newestOf = (role: 'assigned_doctor_id' | 'signed_by_doctor_id') =>
    tx
      .selectFrom('study')
      .where('client_id', '=', clientId)
      .where('hidden', 'is', null)
      .where(role, '=', userId)
      .orderBy('received_datetime', 'desc')
      .limit(HABIT_OF)
      .select(['modality', 'branch_id', 'assigned_doctor_id', 'signed_by_doctor_id'])
      .execute()
  const named = [...(await newestOf('assigned_doctor_id')), ...(await newestOf('signed_by_doctor_id'))]
  return modalitiesOf(named.filter(isListable), userId)
}

/**
 * Returns the sort keys of a list's unsigned studies, all ascending. Must give the same order as unsignedForReader
 * (domain/study/lists/reading-order.ts); a test compares the two.
 */
export function readerOrder(
  caller: Caller,
  { ownModalities, busy, skipped, now }: ReadingOrderContext,
): RawBuilder<number | null>[] {
  const { userId, permissions, branchIds } = caller
  const isNamed = sql`coalesce(${userId}::uuid in (s.assigned_doctor_id, s.signed_by_doctor_id), false)`
  const isFree = sql`(${isNamed} or (s.assigned_doctor_id is null and s.signed_by_doctor_id is null))`
  const maySign = sql`(${permissions.has('assign_doctor_to_study')} or s.signed_by_doctor_id is null
    or s.signed_by_doctor_id = ${userId})`
  const skippedAt = sql<number | null>`array_position(${[...skipped]}::uuid[], s.id)`
  const band = sql<number>`case
    when not (${caller.isDoctor && caller.canSign} and ${isFree} and ${maySign}) then 3
    when s.id = any(${[...busy]}::uuid[]) then 2
    when ${skippedAt} is not null then 1 else 0 end`
  const left = sql<number>`case when s.tat > 0
    then floor(extract(epoch from s.received_datetime) * 1000)::float8 + s.tat::float8 * 60000 - ${now.getTime()}::float8
    else 'infinity'::float8 end`
  const isOwnModality =
    ownModalities === undefined ? sql`true` : sql`s.modality = any(${[...ownModalities]}::text[])`
  const weight = sql<number>`(case when s.tag_id is null then 1 else 0.5 end
    * case when ${isNamed} then 0.5 else 1 end
    * case when ${isOwnModality} then 1 else 2 end
    * case when s.branch_id = any(${[...branchIds]}::uuid[]) then 1 else 2 end)::float8`
  return [
    band,
    sql<number | null>`case when ${band} = 1 then ${skippedAt} end`,
    sql<number>`case when s.tag_critical_id is not null then 0 when ${left} < 0 then 1 else 2 end`,
    sql<number>`case when ${left} >= 0 then ${left} * ${weight} else ${left} / ${weight} end`,
    weight,
  ]
}
