import {
  type LikelyPatient,
  PATIENT_PICKER_SIZE,
  type PatientRow,
  patientDeskCalls,
} from '#contract/calls/patient-desk.ts'
import { LIKELY_FROM, type LikenessFields, patientLikeness } from '#domain/patient/likeness.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import type { Shown } from '../desk/shown.ts'
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

/** What the server finds; throws like callApi. */
export async function searchPatientsThere(
  { k, dob, limit = PATIENT_PICKER_SIZE }: PatientQuestion,
  signal?: AbortSignal,
): Promise<PatientRow[]> {
  const input = { p: 1, ps: limit, ...(k.trim() !== '' && { k: k.trim() }), ...(dob && { dob }) }
  const { result } = await callApi(patientDeskCalls.patients, input, signal ? { signal } : {})
  return result.data
}

/** The device's answer with the server's behind it; a patient that both know is shown as the device does. */
export function joinFound<Row extends PatientRow>(
  here: readonly Row[],
  there: readonly PatientRow[],
  limit: number,
): (Row | PatientRow)[] {
  const known = new Set(here.map(({ id }) => id))
  return [...here, ...there.filter(({ id }) => !known.has(id))].slice(0, limit)
}

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
