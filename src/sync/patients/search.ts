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

/** What is looked for. */
export interface PatientQuestion {
  /** Name in any order and spelt close to it, phone, id, national id, passport; blank for those seen last. */
  k: string
  /** YYYY-MM-DD. */
  dob?: string | undefined
  limit?: number
}

/** The patients of this device that a text finds, the surest first; none where nothing is kept here. */
export async function searchPatientsHere({
  k,
  dob,
  limit = PATIENT_PICKER_SIZE,
}: PatientQuestion): Promise<Shown<'patient'>[]> {
  const databases = currentDevice()?.databases
  if (!databases) return []
  return (await patientMemory(databases)).search(k, dob, limit)
}

/** The server's answer: the surest, and how many it found in all. */
export interface FoundThere {
  patients: readonly PatientRow[]
  total: number
}

/** What the server finds; throws like callApi. */
export async function searchPatientsThere(
  { k, dob, limit = PATIENT_PICKER_SIZE }: PatientQuestion,
  signal?: AbortSignal,
): Promise<FoundThere> {
  const input = { p: 1, ps: limit, ...(k.trim() !== '' && { k: k.trim() }), ...(dob && { dob }) }
  const { result } = await callApi(patientDeskCalls.patients, input, signal ? { signal } : {})
  return { patients: result.data, total: result.page.total_records }
}

/**
 * The device's answer and the server's in one order: a patient of the server stands before one of the device only where
 * the text means it more surely (docs/decisions/165). One that both know is shown as the device does.
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

// What the server finds by nothing that the row shows is the number of a record that was merged into it.
const surenessThere = (k: string, sure: number) => (sure === 0 && /\d/u.test(k) ? EXACT_NUMBER : sure)

/** Who is about to be registered. */
export type Registration = LikenessFields & { id?: string | undefined }

/** Patients of this device who may be the same person, the likeliest first. */
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

/** As findLikelyHere, with what the server knows where it can be asked. */
export async function findLikely(registration: Registration, isOnline: boolean): Promise<LikelyPatient[]> {
  const { id, fname, lname, mobile, gender, dob, ssn, passport } = registration
  const asked = { id, fname, lname, mobile, gender: gender as PatientRow['gender'], dob, ssn, passport }
  const [here, there] = await Promise.all([
    findLikelyHere(registration),
    // Without an answer the device's own patients are asked about alone; the server looks again when it saves.
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

/** The words of the spec at each number that another record has. */
const TAKEN = { ssn: DUPLICATE_SSN, passport: DUPLICATE_PASSPORT } as const

/**
 * National id and passport that another patient of this device has, each with the words that the server refuses it
 * with. What other branches know is the server's to say.
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
