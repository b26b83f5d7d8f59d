import { consentCalls, type SavedConsent } from '#contract/calls/consents.ts'
import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { formText, hasSecondLanguage } from '#domain/consent/form-content.ts'
import { standingConsents } from '#domain/consent/standing-consent.ts'
import { findLanguage } from '#domain/language/languages.ts'
import { formFToFill } from '#src/parts/form-f/form-f-to-fill.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { findPatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { sha256Of } from '#src/sync/files/chunks.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'

/** The data needed to open a form at the desk. */
export interface FormAtDesk {
  visit: Shown<'visit'>
  form: ConsentFormRecord
  consents: readonly ConsentRow[]
}

/** Builds form and patient from this device's data; includes earlier saved answers if the server can be reached. */
export async function formToFill({ visit, form, consents }: FormAtDesk): Promise<FormToFill> {
  const databases = currentDevice()?.databases
  const patient = databases && (await findPatientCopy(databases, visit.patient_id))
  const [standing] = standingConsents(consents, form.id)
  const { id, name, name_slang, questions = [] } = form
  const content = { name, name_slang, questions }
  const sha256 = await sha256Of(new TextEncoder().encode(formText(content)))
  const branch = databases && (await databases.branches.find(visit.branch_id))?.body
  const language = findLanguage(patient?.language, branch?.patient_language)
  return {
    ...(language && { language }),
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

// Offline the form opens empty: earlier answers are on the server, and are not lost.
async function findSaved(id: string): Promise<SavedConsent | null> {
  if (!currentDevice()?.author.isOnline()) return null
  return callApi(consentCalls.evidence, { id }).then(
    ({ result }) => result.answers,
    () => null,
  )
}
