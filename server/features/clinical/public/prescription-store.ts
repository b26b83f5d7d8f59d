import { type Selectable, sql } from 'kysely'
import type { PrescriptionLine, PrescriptionRow } from '#contract/calls/visit-records.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Prescription } from '#server/kernel/database/schema.ts'
import { mayReadClinical } from './rights.ts'

/** Returns prescriptions in wire format, without checking rights: the query that found the ids checks them. */
export async function selectPrescriptions(
  tx: Tx,
  _caller: Caller,
  ids: readonly string[],
): Promise<PrescriptionRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('p.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toRow)
}

/**
 * Returns all prescriptions of a visit that the caller sees; an empty list for people without the right to read them.
 */
export async function selectPrescriptionsOfVisit(
  tx: Tx,
  caller: Caller,
  visitId: string,
): Promise<PrescriptionRow[]> {
  if (!mayReadClinical(caller)) return []
  const rows = await named(tx).where('p.visit_id', '=', visitId).orderBy('p.updated').execute()
  return rows.map(toRow)
}

export async function findPrescription(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<PrescriptionRow | undefined> {
  return (await selectPrescriptions(tx, caller, [id]))[0]
}

/** A prescription in the form in which it is written. */
export interface WrittenPrescription {
  client_id: string
  id: string
  visit_id: string
  visit_machine_id: string | null
  doctor_id: string
  lines: readonly PrescriptionLine[]
  updated: Date
  rev: number
}

export async function putPrescription(tx: Tx, { lines, ...row }: WrittenPrescription): Promise<void> {
  const { visit_machine_id, updated, rev } = row
  const written = JSON.stringify(lines)
  await tx
    .insertInto('prescription')
    .values({ ...row, lines: written })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'id']).doUpdateSet({ lines: written, visit_machine_id, updated, rev }),
    )
    .execute()
}

function named(tx: Tx) {
  return tx
    .selectFrom('prescription as p')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'p.client_id').onRef('u.id', '=', 'p.doctor_id'),
    )
    .selectAll('p')
    .select(['u.name as doctor', 'u.licence_no'])
}

type NamedRow = Selectable<Prescription> & { doctor: string | null; licence_no: string | null }

function toRow(row: NamedRow): PrescriptionRow {
  return {
    id: row.id,
    rev: row.rev,
    appt_id: row.visit_id,
    appt_machine_id: row.visit_machine_id,
    doctor_id: row.doctor_id,
    doctor: row.doctor ?? '',
    dr_licence_code: row.licence_no ?? '',
    prescriptions: row.lines as unknown as PrescriptionLine[],
    updated: row.updated.toISOString(),
  }
}
