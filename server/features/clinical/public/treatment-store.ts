import { type Insertable, type Selectable, sql } from 'kysely'
import type { TreatmentRow } from '#contract/calls/visit-records.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Treatment } from '#server/kernel/database/schema.ts'
import { mayReadClinical } from './rights.ts'

/** Returns notes in wire format, without checking rights: the query that found the ids checks them. */
export async function selectTreatments(
  tx: Tx,
  _caller: Caller,
  ids: readonly string[],
): Promise<TreatmentRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('t.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toRow)
}

/** Returns all notes of a visit that the caller sees; an empty list for people without the right to read them. */
export async function selectTreatmentsOfVisit(
  tx: Tx,
  caller: Caller,
  visitId: string,
): Promise<TreatmentRow[]> {
  if (!mayReadClinical(caller)) return []
  const rows = await named(tx).where('t.visit_id', '=', visitId).orderBy('t.type').orderBy('t.id').execute()
  return rows.map(toRow)
}

export async function findTreatment(tx: Tx, caller: Caller, id: string): Promise<TreatmentRow | undefined> {
  return (await selectTreatments(tx, caller, [id]))[0]
}

export async function putTreatment(tx: Tx, row: Insertable<Treatment>): Promise<void> {
  const { content, visit_machine_id, updated, rev } = row
  await tx
    .insertInto('treatment')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'id']).doUpdateSet({ content, visit_machine_id, updated, rev }),
    )
    .execute()
}

function named(tx: Tx) {
  return tx
    .selectFrom('treatment as t')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 't.client_id').onRef('u.id', '=', 't.doctor_id'),
    )
    .selectAll('t')
    .select('u.name as doctor')
}

function toRow(row: Selectable<Treatment> & { doctor: string | null }): TreatmentRow {
  return {
    id: row.id,
    rev: row.rev,
    appt_id: row.visit_id,
    appt_machine_id: row.visit_machine_id,
    doctor_id: row.doctor_id,
    doctor: row.doctor ?? '',
    type: row.type as TreatmentRow['type'],
    content: row.content,
    updated: row.updated.toISOString(),
  }
}
