import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { CriticalResult } from '#server/kernel/database/schema.ts'
import { selectSteps } from '../step-store.ts'

export type StoredCritical = Selectable<CriticalResult>

type Key = Pick<StoredCritical, 'client_id' | 'id'>

/** Returns critical results in wire format, without checking rights. */
export async function selectCriticals(
  tx: Tx,
  _caller: Caller | undefined,
  ids: readonly string[],
): Promise<CriticalRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return withSteps(tx, rows)
}

/** Returns all critical results of a study, newest first. */
export async function selectCriticalsOfStudy(tx: Tx, studyId: string): Promise<CriticalRow[]> {
  const rows = await named(tx)
    .where('c.study_id', '=', studyId)
    .orderBy('c.opened_on', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  return withSteps(tx, rows)
}

/** Locks the record with that id; the study must be locked already. */
export function lockCritical(tx: Tx, clientId: string, id: string): Promise<StoredCritical | undefined> {
  return tx
    .selectFrom('critical_result')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns true if the study has an open record, of this tag if one is given. */
export async function hasOpenCritical(tx: Tx, study: Key, tagId?: string): Promise<boolean> {
  let query = tx
    .selectFrom('critical_result')
    .select('id')
    .where('client_id', '=', study.client_id)
    .where('study_id', '=', study.id)
    .where('closed_on', 'is', null)
  if (tagId !== undefined) query = query.where('tag_id', '=', tagId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Assigns the open records of a study to this person; without one, to the person who found each. */
export async function giveOpenCriticals(tx: Tx, study: Key, userId: string | null): Promise<void> {
  await tx
    .updateTable('critical_result')
    .set({ doctor_id: userId ?? sql`opened_by_id`, rev: sql`rev + 1` })
    .where('client_id', '=', study.client_id)
    .where('study_id', '=', study.id)
    .where('closed_on', 'is', null)
    .execute()
}

export async function insertCritical(tx: Tx, row: Insertable<CriticalResult>): Promise<void> {
  await tx.insertInto('critical_result').values(row).execute()
}

export async function updateCritical(
  tx: Tx,
  { client_id, id }: Key,
  change: Updateable<CriticalResult>,
): Promise<void> {
  await tx
    .updateTable('critical_result')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function named(tx: Tx) {
  return tx
    .selectFrom('critical_result as c')
    .leftJoin('app_user as o', (on) =>
      on.onRef('o.client_id', '=', 'c.client_id').onRef('o.id', '=', 'c.opened_by_id'),
    )
    .leftJoin('app_user as d', (on) =>
      on.onRef('d.client_id', '=', 'c.client_id').onRef('d.id', '=', 'c.closed_by_id'),
    )
    .leftJoin('study_tag as t', (on) =>
      on.onRef('t.client_id', '=', 'c.client_id').onRef('t.id', '=', 'c.tag_id'),
    )
    .selectAll('c')
    .select(['o.name as opened_by', 'd.name as closed_by', 't.name as tag'])
}

type NamedCritical = StoredCritical & Record<'opened_by' | 'closed_by' | 'tag', string | null>

async function withSteps(tx: Tx, rows: readonly NamedCritical[]): Promise<CriticalRow[]> {
  const steps = await selectSteps(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...toCriticalRow(row), steps: steps.get(row.id) ?? [] }))
}

function toCriticalRow(row: NamedCritical): CriticalRow {
  return {
    id: row.id,
    rev: row.rev,
    study_id: row.study_id,
    tag_id: row.tag_id,
    tag: row.tag ?? '',
    opened_by: row.opened_by ?? '',
    opened_on: row.opened_on.toISOString(),
    doctor_id: row.doctor_id,
    told_to: row.told_to,
    told_how: row.told_how as CriticalRow['told_how'],
    told_on: row.told_on?.toISOString() ?? null,
    read_back: row.read_back ? 1 : 0,
    note: row.note,
    closed_by: row.closed_by ?? '',
    closed_on: row.closed_on?.toISOString() ?? null,
  }
}
