import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import type { CriticalStepRow } from '#contract/calls/study-parts.ts'
import type { CriticalStep } from '#domain/study/critical-steps.ts'
import type { Tx } from '#server/kernel/context.ts'

export interface NewStep {
  kind: CriticalStep
  at: Date
  byId?: string
  /** The centre's people who were told. */
  toldIds?: readonly string[]
  /** Name of the referrer of a link. */
  toldName?: string
}

/** Writes a step of a critical result. */
export async function insertStep(
  tx: Tx,
  { client_id, id }: { client_id: string; id: string },
  { kind, at, byId, toldIds = [], toldName = '' }: NewStep,
): Promise<void> {
  await tx
    .insertInto('critical_step')
    .values({
      client_id,
      id: mintId(),
      critical_id: id,
      kind,
      made: at,
      by_id: byId ?? null,
      told_ids: [...toldIds],
      told_name: toldName,
    })
    .execute()
}

/** Returns the kinds of steps that a record has taken. */
export async function selectStepKinds(tx: Tx, clientId: string, criticalId: string): Promise<CriticalStep[]> {
  const rows = await tx
    .selectFrom('critical_step')
    .select('kind')
    .where('client_id', '=', clientId)
    .where('critical_id', '=', criticalId)
    .execute()
  return rows.map(({ kind }) => kind as CriticalStep)
}

/**
 * Returns the steps of records in wire format, by record, oldest first. Row-level security limits them to the client.
 */
export async function selectSteps(
  tx: Tx,
  criticalIds: readonly string[],
): Promise<Map<string, CriticalStepRow[]>> {
  const { rows } = await sql<{
    critical_id: string
    kind: CriticalStep
    made: Date
    by: string | null
    told: string
    told_ids: string[]
  }>`
    select s.critical_id, s.kind, s.made, b.name as by, s.told_ids,
      concat_ws(', ', nullif(s.told_name, ''), (select string_agg(u.name, ', ' order by array_position(s.told_ids, u.id))
        from app_user u where u.client_id = s.client_id and u.id = any (s.told_ids))) as told
    from critical_step s
    left join app_user b on b.client_id = s.client_id and b.id = s.by_id
    where s.critical_id = any (${[...criticalIds]}::uuid[])
    order by s.made, s.id`.execute(tx)
  const byRecord = new Map<string, CriticalStepRow[]>()
  for (const { critical_id, kind, made, by, told, told_ids } of rows) {
    const step = { kind, on: made.toISOString(), by: by ?? '', told, told_ids }
    byRecord.set(critical_id, [...(byRecord.get(critical_id) ?? []), step])
  }
  return byRecord
}

/** Returns true while a record of the study is escalated and nobody has recorded that somebody was told. */
export async function hasOverdueCritical(tx: Tx, study: { client_id: string; id: string }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from critical_result c
      join critical_step s on s.client_id = c.client_id and s.critical_id = c.id and s.kind = 'Escalated'
      where c.client_id = ${study.client_id} and c.study_id = ${study.id} and ${IS_UNANSWERED}) as found`.execute(
    tx,
  )
  return rows[0]?.found === true
}

/** Must mirror isAnswered in domain/study/critical-steps.ts, for a record `c`. */
export const IS_UNANSWERED = sql<boolean>`(c.closed_on is null and not c.read_back
  and not (btrim(c.told_to) <> '' and c.told_how <> '' and c.told_on is not null))`
