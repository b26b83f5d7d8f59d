import { type PatientInput, type PatientRow, patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { OfflineError } from '../api/errors.ts'
import { currentDevice } from '../current-device.ts'
import { findDeviceName } from '../desk/find-device-name.ts'
import { findPatientCopy } from '../desk/use-patient-copy.ts'
import { doNow } from '../journal/do-now.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { branchZone } from '../session/branch-zone.ts'
import { type Refused, refusedOf } from '../study-parts/refused.ts'
import { useLive } from '../use-live.ts'
import { patientOfInput } from './patient-of-input.ts'

/** A saved patient, and whether the server or only this device has it. */
export interface SavedPatient {
  patient: PatientRow
  isOnServer: boolean
}

export interface SaveOptions {
  isOnline: boolean
  /** The queue's label. */
  label: string
  /** The refused change that this one replaces. */
  settles?: string | undefined
}

/**
 * Saves a patient: on the server while it can be reached, so that a refusal appears in the form; otherwise on this
 * device, which sends it as soon as it is back online. Throws ApiError if the server refuses.
 */
export async function savePatientNow(input: PatientInput, options: SaveOptions): Promise<SavedPatient> {
  const saved = options.isOnline ? await saveThere(input, options.label) : undefined
  const answer = saved ?? (await saveHere(input, options.label))
  if (options.settles) await currentDevice()?.giveUpCommand(options.settles)
  return answer
}

async function saveThere(input: PatientInput, label: string): Promise<SavedPatient | undefined> {
  try {
    const { result } = await doNow(patientDeskCalls.save, input, label)
    currentDevice()?.refresh()
    return { patient: result.patient, isOnServer: true }
  } catch (problem) {
    // The answer was lost or never sent: the same record is stored here and sent again, and stays one record there.
    if (problem instanceof OfflineError) return undefined
    throw problem
  }
}

async function saveHere(input: PatientInput, label: string): Promise<SavedPatient> {
  // The form continues without an answer, so nobody can respond to a refusal any more.
  await enqueue('patient/save', input, { label, madeOffline: true })
  const { databases } = currentDevice()!
  const shown = await findPatientCopy(databases, input.id)
  const zone = branchZone()
  const deviceName = await findDeviceName(databases)
  const patient = shown ?? patientOfInput(input, { at: new Date().toISOString(), zone, deviceName })
  return { patient, isOnServer: false }
}

/** Returns a save of the patient that the server refused; undefined if there is none. */
export function useRefusedPatient(id: string | undefined): (Refused & { typed: PatientInput }) | undefined {
  const record = `patient:${id ?? ''}`
  const { answer } = useLive(refusedOf(record, 'patient/save'), record)
  // It has the shape that savePatientNow queued.
  return answer && { ...answer, typed: answer.input as unknown as PatientInput }
}
