import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { ConsentRow, VisitRow } from '#contract/calls/visit-records.ts'
import { standingConsents } from '#domain/consent/standing-consent.ts'
import { FORM_F_IDS, formFPartOf } from '#domain/pndt/form-f.ts'
import { isWoman, pndtDoctors } from '#domain/pndt/form-f-start.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { filledAhead } from './fill-in-ahead.ts'
import { FORM_F_WORDS as WORDS } from './words.ts'

export interface FormFAtDesk {
  formId: string
  visit: VisitRow
  patient: PatientRow | undefined
  consents: readonly ConsentRow[]
}

/**
 * Returns the additional data with which a part of Form F opens; nothing for any other form. Throws with the
 * server's message if the part cannot be signed at this visit.
 */
export async function formFToFill({
  formId,
  visit,
  patient,
  consents,
}: FormFAtDesk): Promise<Pick<FormToFill, 'doctors' | 'filledAhead'>> {
  const part = formFPartOf(formId)
  if (part === undefined) return {}
  if (!isWoman(visit.gender)) throw new Error(WORDS.notAWoman)
  const branch = (await getDevice().databases.branches.find(visit.branch_id))?.body
  const doctors = pndtDoctors({ pndt_doctors: branch?.pndt_doctors ?? '' })
  if (part !== 'woman' && doctors.length === 0) throw new Error(WORDS.noDoctors)
  const declaredOn = standingConsents(consents, FORM_F_IDS.woman)[0]?.signed_on
  const zone = branch?.time_zone || branchZone(visit.branch_id)
  return { doctors, filledAhead: filledAhead(part, { visit, patient, declaredOn, zone }) }
}
