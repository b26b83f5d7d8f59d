import {
  type LikelyPatient,
  PATIENT_PICKER_SIZE,
  type PatientRow,
  patientDeskCalls,
} from '#contract/calls/patient-desk.ts'
import { LIKELY_FROM, type LikenessFields, patientLikeness } from '#domain/patient/likeness.ts'
import { DUPLICATE_PASSPORT, DUPLICATE_SSN } from '#domain/patient/patient-rules.ts'
import { EXACT_NUMBER, searchRank } from '#domain/patient/search-rank.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import type { Shown } from '../desk/merged-record.ts'
import { patientMemory, withoutMark } from './patient-memory.ts'

/** A patient search. */
export interface PatientQuestion {
  /** Name in any order or similar spelling, phone, id, national id, passport; blank for the last seen ones. */
  k: string
  /** YYYY-MM-DD. */
  dob?: string | undefined
  limit?: number
}

/** Finds this device's patients by text, best matches first; none if this device stores nothing. */
export async function searchPatientsHere({
  k,
  dob,
  limit = PATIENT_PICKER_SIZE,
}: PatientQuestion): Promise<Shown<'patient'>[]> {
  const databases = currentDevice()?.databases
  if (!databases) return []
  return (await patientMemory(databases)).search(k, dob, limit)
}

/** The server's answer: the best matches, and the total number. */
export interface FoundThere {
  patients: readonly PatientRow[]
  total: number
}

/** Searches on the server; throws like callApi. */
export async function searchPatientsThere(
  { k, dob, limit = PATIENT_PICKER_SIZE }: PatientQuestion,
  signal?: AbortSignal,
): Promise<FoundThere> {
  const input = { p: 1, ps: limit, ...(k.trim() !== '' && { k: k.trim() }), ...(dob && { dob }) }
  const { result } = await callApi(patientDeskCalls.patients, input, signal ? { signal } : {})
  return { patients: result.data, total: result.page.total_records }
}

/**
 * Merges the results of device and server into one order: a patient from the server precedes one from the device only
 * if it is the better match (docs/decisions/165). A patient that both have is shown as on the device.
 */
export function joinFound<Row extends PatientRow>(
  here: readonly Row[],
  there: readonly PatientRow[],
  k: string,
): (Row | PatientRow)[] {
  const sureness = searchRank(k)
  const known = new Set(here.map(({ id }) => id))
  const joined: (Row | PatientRow)[] = []
  let next = 0
  for (const patient of there.filter(({ id }) => !known.has(id))) {
    const sure = surenessThere(k, sureness(patient))
    for (let own = here[next]; own && sureness(own) >= sure; own = here[next]) {
      joined.push(own)
      next++
    }
    joined.push(patient)
  }
  return [...joined, ...here.slice(next)]
}

// If no visible field of a server result matches, the match is the number of a record that was merged into it.
const surenessThere = (k: string, sure: number) => (sure === 0 && /\d/u.test(k) ? EXACT_NUMBER : sure)

/** A patient about to be registered. */
export type Registration = LikenessFields & { id?: string | undefined }

/** Finds patients of this device who may be the same person, the likeliest first. */
export async function findLikelyHere(registration: Registration): Promise<LikelyPatient[]> {
  const { fname, lname, mobile, ssn = '', passport = '' } = registration
  const asked = [`${fname} ${lname}`, mobile, ssn, passport].filter((text) => text.trim() !== '')
  const found = await Promise.all(asked.map((k) => searchPatientsHere({ k, limit: 100 })))
  const unique = new Map(found.flat().map((patient) => [patient.id, withoutMark(patient)]))
  unique.delete(registration.id ?? '')
  return [...unique.values()]
    .map((patient) => ({ patient, ...patientLikeness(registration, patient) }))
    .filter(({ score }) => score >= LIKELY_FROM)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 8)
}

/** As findLikelyHere, plus the server's results when online. */
export async function findLikely(registration: Registration, isOnline: boolean): Promise<LikelyPatient[]> {
  const { id, fname, lname, mobile, gender, dob, ssn, passport } = registration
  const asked = { id, fname, lname, mobile, gender: gender as PatientRow['gender'], dob, ssn, passport }
  const [here, there] = await Promise.all([
    findLikelyHere(registration),
    // Without an answer, only the device's own patients are offered; the server checks again when it saves.
    isOnline
      ? callApi(patientDeskCalls.likely, asked).then(
          ({ result }) => result,
          () => [],
        )
      : [],
  ])
  const known = new Set(there.map(({ patient }) => patient.id))
  return [...there, ...here.filter(({ patient }) => !known.has(patient.id))].toSorted(
    (a, b) => b.score - a.score,
  )
}

/** The message from the spec for each number that another record already has. */
const TAKEN = { ssn: DUPLICATE_SSN, passport: DUPLICATE_PASSPORT } as const

/**
 * Returns national id and passport that another patient of this device already has, each with the server's refusal
 * message. Other branches' patients are left to the server.
 */
export async function findTakenNumbersHere(wanted: {
  id: string
  ssn?: string | undefined
  passport?: string | undefined
}): Promise<Record<string, string>> {
  const taken: Record<string, string> = {}
  for (const field of ['ssn', 'passport'] as const) {
    const number = wanted[field]?.trim().toUpperCase() ?? ''
    if (number === '') continue
    const found = await searchPatientsHere({ k: number, limit: 100 })
    const isTaken = found.some((one) => one.id !== wanted.id && one[field]?.toUpperCase() === number)
    if (isTaken) taken[field] = TAKEN[field]
  }
  return taken
}
