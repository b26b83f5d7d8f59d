import type { ShareRecipient } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { Context } from '#server/kernel/context.ts'
import { findPatient } from '../patients/public/find-patient.ts'

const NOBODY: ShareRecipient = { email: '', mobile: '', phone_code: '' }

/** Returns the contact data of the patient that a study is linked to; records the read access. */
export async function shareRecipient(
  ctx: Context,
  { patient_id: id }: Pick<StudyRow, 'patient_id'>,
): Promise<ShareRecipient> {
  const patient = id === null ? undefined : await findPatient(ctx.tx, ctx.caller.clientId, { id })
  if (!patient) return NOBODY
  await ctx.audit('read', 'patient', patient.id)
  const { email, mobile, phone_code } = patient
  return { email, mobile, phone_code }
}
