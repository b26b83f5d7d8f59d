import { consentCalls, type SavedConsent } from '#contract/calls/consents.ts'
import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { formText, hasSecondLanguage } from '#domain/consent/form-content.ts'
import { standingConsents } from '#domain/consent/standing-consent.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { findPatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { sha256Of } from '#src/sync/files/chunks.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { formFToFill } from '../form-f/form-f-to-fill.ts'

/** What a form is opened from at the desk. */
export interface FormAtDesk {
  visit: Shown<'visit'>
  form: ConsentFormRecord
  consents: readonly ConsentRow[]
}

/** Form and patient from what is on this device; returns that were saved before come too where the server can be asked. */
export async function formToFill({ visit, form, consents }: FormAtDesk): Promise<FormToFill> {
  const databases = currentDevice()?.databases
  const patient = databases && (await findPatientCopy(databases, visit.patient_id))
  const [standing] = standingConsents(consents, form.id)
  const { id, name, name_slang, questions = [] } = form
  const content = { name, name_slang, questions }
  const sha256 = await sha256Of(new TextEncoder().encode(formText(content)))
  return {
    form: { id, ...content, sha256, has_slang: hasSecondLanguage(content) },
    patient: {
      name: visit.name,
      passport: patient?.passport || patient?.ssn || '',
      gender: visit.gender,
      mobile: visit.mobile,
      dob: visit.dob,
    },
    centre: { name: '', branch: visit.branch, visit_no: visit.visit_no, start_dt: visit.start_dt },
    saved: standing ? await findSaved(standing.id) : null,
    hasEarlier: standing !== undefined,
    ...(await formFToFill({ formId: id, visit, patient, consents })),
  }
}

// Without the network the form opens empty: what was answered before stands at the server, and is not lost by it.
async function findSaved(id: string): Promise<SavedConsent | null> {
  if (!currentDevice()?.desk.isOnline()) return null
  return callApi(consentCalls.evidence, { id }).then(
    ({ result }) => result.answers,
    () => null,
  )
}
