import { v7 as mintId } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { findVisiblePatient, savePatient } from '../patients/public/store.ts'
import { visitsOfPatientChanged } from '../visits/public/of-patient.ts'
import type { ConvertInput } from './convert.ts'
import type { LockedBooking } from './store.ts'

/**
 * Returns the patient of the visit: the one chosen at the desk, else the one that the request names by record or
 * patient id, else a new patient. Throws with the likely duplicates unless the desk confirmed that this is another
 * person.
 */
export async function patientOfRequest(
  ctx: Context,
  request: LockedBooking,
  { patient_id, is_new_patient }: ConvertInput,
): Promise<string> {
  const named = patient_id ?? request.patient_id
  if (named !== null && named !== undefined) {
    const patient = await findVisiblePatient(ctx.tx, ctx.caller, named)
    if (!patient) throw invalid({ patient_id: 'names a patient that does not exist' })
    return patient.id
  }
  const known = is_new_patient === 1 ? undefined : await findByPatId(ctx, request)
  return known ?? registerFromRequest(ctx, request, is_new_patient)
}

/**
 * Returns the patient with that id. Hospitals number patients separately, so a different birth date means a different
 * person.
 */
async function findByPatId({ tx, caller }: Context, request: LockedBooking): Promise<string | undefined> {
  if (request.pat_id === '') return undefined
  const patient = await tx
    .selectFrom('patient')
    .select(['id', 'dob', 'fname', 'lname'])
    .where('client_id', '=', caller.clientId)
    .where('pat_id', '=', request.pat_id)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  if (!patient) return undefined
  if (patient.dob !== null && request.pat_dob !== null && patient.dob !== request.pat_dob)
    throw new Refusal(
      'refused',
      'The patient id of this request belongs to somebody with another date of birth. Choose the patient.',
    )
  // Two hospitals may use the same number: if a birth date is missing, the names must match.
  if ((patient.dob === null || request.pat_dob === null) && !isNameAlike(patient, request))
    throw new Refusal(
      'refused',
      'The patient id of this request belongs to somebody with another name. Choose the patient.',
    )
  return patient.id
}

/** Returns true if the two names share a word; a request without a name matches everybody. */
function isNameAlike(patient: { fname: string; lname: string }, request: LockedBooking): boolean {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const asked = words(`${request.pat_first_name} ${request.pat_last_name}`)
  const known = words(`${patient.fname} ${patient.lname}`)
  return asked.length === 0 || asked.some((word) => known.includes(word))
}

async function registerFromRequest(
  ctx: Context,
  request: LockedBooking,
  isConfirmed: ConvertInput['is_new_patient'],
): Promise<string> {
  // If the number belongs to another person here, the new patient cannot have it.
  const isTaken = isConfirmed === 1 && request.pat_id !== '' && (await findAnyByPatId(ctx, request.pat_id))
  const patient = {
    id: mintId(),
    fname: request.pat_first_name,
    lname: request.pat_last_name,
    mobile: request.mobile,
    gender: request.gender as '' | 'Male' | 'Female',
    dob: request.pat_dob,
    ...(request.pat_id !== '' && !isTaken && { pat_id: request.pat_id }),
    ...(isConfirmed !== undefined && { is_confirmed: isConfirmed }),
  }
  const { id } = await savePatient(ctx, patient, visitsOfPatientChanged)
  return id
}

async function findAnyByPatId({ tx, caller }: Context, patId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('patient')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('pat_id', '=', patId)
    .executeTakeFirst()
  return found !== undefined
}
