import { sql } from 'kysely'
import type { LikelyPatient } from '#contract/calls/patient-desk.ts'
import { LIKELY_FROM, type LikenessFields, patientLikeness } from '#domain/patient/likeness.ts'
import { mistypedDates } from '#domain/patient/mistyped-dates.ts'
import type { Tx } from '#server/kernel/context.ts'
import { type StoredPatient, selectPatients, toPatientRow } from './patient-row.ts'

/** The most likely duplicates shown to a person. */
const SHOWN = 8
/** The most candidates for one date of birth and its variants; beyond it, the nearest names are used. */
const CANDIDATES_MAX = 500

/** The data of the person to search for; `id` excludes the record itself. */
export interface Likes extends LikenessFields {
  id?: string | undefined
}

/** Selects patients who may be the same person, the most likely first (domain/patient/likeness). */
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

/** Returns a record with the numbers that are set aside filled in. */
export const withHeld = (patient: StoredPatient): StoredPatient => ({
  ...patient,
  ssn: patient.ssn || patient.ssn_held,
  passport: patient.passport || patient.passport_held,
})

// A similar name alone is never enough, so each candidate must share a number or have nearly the same date of birth.
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
