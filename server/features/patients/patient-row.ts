import { type Selectable, sql } from 'kysely'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'

/** A patient as stored. */
export type StoredPatient = Selectable<Patient>

const flag = (value: boolean) => (value ? 1 : 0)

/** Converts a patient to wire format: without who created or merged it, and without numbers that are set aside. */
export function toPatientRow(row: StoredPatient): PatientRow {
  return {
    id: row.id,
    rev: row.rev,
    pat_id: row.pat_id,
    fname: row.fname,
    lname: row.lname,
    mobile: row.mobile,
    phone_code: row.phone_code,
    email: row.email,
    gender: row.gender as PatientRow['gender'],
    dob: row.dob,
    is_dob_from_age: flag(row.is_dob_from_age),
    ssn: row.ssn,
    passport: row.passport,
    lmp: row.lmp,
    bloodgroup: row.bloodgroup,
    is_vip: flag(row.is_vip),
    is_allergic: flag(row.is_allergic),
    allergies: row.allergies,
    nationality: row.nationality,
    address: row.address,
    country_id: row.country_id,
    state: row.state,
    city: row.city,
    pincode: row.pincode,
    height: row.height,
    weight: row.weight,
    language: row.language as PatientRow['language'],
    // Check constraints of the table limit these to the words of the contract.
    tell_email: row.tell_email as PatientRow['tell_email'],
    tell_sms: row.tell_sms as PatientRow['tell_sms'],
    tell_whatsapp: row.tell_whatsapp as PatientRow['tell_whatsapp'],
    tell_noted: row.tell_noted as PatientRow['tell_noted'],
    needs_merge: flag(row.needs_merge),
    touched: row.touched.toISOString(),
    created: row.created.toISOString(),
  }
}

/** Selects the stored patients with these ids, in the order of `ids`; omits merged and hidden ones. */
export async function selectPatients(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<StoredPatient[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('patient')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('hidden', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
