import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import { type Author, byPerson, type EffectsOf } from './effect.ts'

/** Fields of a consent's row that are not in its input: the patient, and the form's name. */
export interface ConsentSubject {
  patientId: string
  formName: string
}

/** The optimistic effect of a consent signed on a staff device. */
export const consentEffects: EffectsOf<'consent/sign'> = {
  'consent/sign': {
    record: ({ id }) => ({ type: 'consent', id }),
    isAuto: byPerson,
    patches: async (input, local, author) => {
      const [visit, form] = await Promise.all([
        local.findVisit(input.appt_id),
        local.findMaster('consentForm', input.consent_form_id),
      ])
      const name = form?.name
      const subject = {
        patientId: visit?.patient_id ?? '',
        formName: typeof name === 'string' ? name : '',
      }
      return [{ type: 'consent', id: input.id, change: consentRowOf(input, subject, author) }]
    },
  },
}

/** The row of a signed form, until the server's own arrives. */
export function consentRowOf(
  input: QueueInput<'consent/sign'>,
  { patientId, formName }: ConsentSubject,
  author: Author,
): ConsentRow {
  return {
    id: input.id,
    rev: 0,
    appt_id: input.appt_id,
    patient_id: patientId,
    consent_form_id: input.consent_form_id,
    name: formName,
    kind: 'Signed',
    withdraws_id: null,
    language: input.language,
    sign_by: input.sign_by,
    signer_name: input.signer_name ?? '',
    via: input.via,
    signed_on: input.signed_on,
    created: author.at,
  }
}
