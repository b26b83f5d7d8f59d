import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import { type Author, byPerson, type EffectsOf } from './effect.ts'

/** What a consent's row says that its input does not: whose visit it is, and what the form is called. */
export interface ConsentSubject {
  patientId: string
  formName: string
}

/** The optimistic effect of a consent that is signed on a device of the house. */
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

/** The row that a signed form becomes, until the server's own is here. */
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
