import { sql } from 'kysely'
import type { LikelyPatient } from '#contract/calls/patient-desk.ts'
import { LIKELY_FROM, type LikenessFields, patientLikeness } from '#domain/patient/likeness.ts'
import { mistypedDates } from '#domain/patient/mistyped-dates.ts'
import type { Tx } from '#server/kernel/context.ts'
import { type StoredPatient, selectPatients, toPatientRow } from './patient-row.ts'

/** So many are worth a person's look. */
const SHOWN = 8
/** Of one birth day's variants; a centre with more patients finds the nearest names among them. */
const CANDIDATES_MAX = 500

/** Whose likes are looked for; `id` leaves the record itself out. */
export interface Likes extends LikenessFields {
  id?: string | undefined
}

/** Patients who may be the same person, the likeliest first (domain/patient/likeness). */
export async function selectLikely(tx: Tx, clientId: string, likes: Likes): Promise<LikelyPatient[]> {
  const candidates = await selectPatients(tx, clientId, await selectCandidates(tx, clientId, likes))
  return candidates
    .filter(({ id }) => id !== likes.id)
    .map((patient) => ({ patient, ...patientLikeness(likes, withHeld(patient)) }))
    .filter(({ score }) => score >= LIKELY_FROM)
    .toSorted((a, b) => b.score - a.score || a.patient.id.localeCompare(b.patient.id))
    .slice(0, SHOWN)
    .map(({ patient, score, reasons }) => ({ patient: toPatientRow(patient), score, reasons }))
}

/** A record with the numbers that are held aside until somebody has looked. */
export const withHeld = (patient: StoredPatient): StoredPatient => ({
  ...patient,
  ssn: patient.ssn || patient.ssn_held,
  passport: patient.passport || patient.passport_held,
})

// A name alone never makes two records alike enough: each candidate shares a number or nearly a birth day.
async function selectCandidates(tx: Tx, clientId: string, likes: Likes): Promise<string[]> {
  const { mobile, dob, ssn = '', passport = '' } = likes
  const days = dob ? mistypedDates(dob) : []
  const name = `${likes.fname} ${likes.lname}`
  const { rows } = await sql<{ id: string }>`
    (select id from patient where client_id = ${clientId} and hidden is null and ssn <> '' and upper(ssn) = ${ssn.trim().toUpperCase()})
    union
    (select id from patient where client_id = ${clientId} and hidden is null and passport <> ''
      and upper(passport) = ${passport.trim().toUpperCase()})
    union
    (select id from patient where client_id = ${clientId} and hidden is null and mobile = ${mobile} and mobile <> '' limit 100)
    union
    (select id from patient where client_id = ${clientId} and hidden is null and dob = any(${days}::date[])
      order by similarity(fname || ' ' || lname, ${name}) desc, id limit ${CANDIDATES_MAX})`.execute(tx)
  return rows.map(({ id }) => id)
}
