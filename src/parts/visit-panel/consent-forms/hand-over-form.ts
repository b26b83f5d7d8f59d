import { v7 as mintId } from 'uuid'
import { openDraft } from '#src/parts/consent-form/consent-draft.ts'
import { kioskInput } from '#src/parts/consent-kiosk/kiosk-input.ts'
import { commandsOf } from '#src/sync/desk/waiting-commands.ts'
import { handOver } from '#src/sync/kiosk/hand-over.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import type { FormAtDesk } from './form-to-fill.ts'

/** Returns the label of a consent in the queue. */
export const consentLabel = ({ form, centre }: FormToFill): string =>
  `Consent ${form.name}${centre.visit_no === '' ? '' : `, visit ${centre.visit_no}`}`

/** Hands the form to the patient: this page is locked and shows only the form. */
export async function handOverForm({ visit }: FormAtDesk, detail: FormToFill): Promise<void> {
  const form = {
    visitId: visit.id,
    patientId: visit.patient_id,
    detail,
    draft: openDraft(mintId(), detail),
    label: consentLabel(detail),
    depends: await commandsOf('visit', visit.id),
  }
  await handOver(form, kioskInput)
}
