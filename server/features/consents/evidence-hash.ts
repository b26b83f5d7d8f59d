import type { Selectable } from 'kysely'
import { evidenceText } from '#domain/consent/evidence-text.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { PatientConsent } from '#server/kernel/database/schema.ts'

/** A stored consent without its computed columns. */
export type ConsentFacts = Omit<Selectable<PatientConsent>, 'rev' | 'sha256'>

/** Returns the hash over all facts of a stored consent; times enter as instants. */
export function evidenceHash(facts: ConsentFacts): string {
  const { client_id, id, kind, visit_id, patient_id, consent_form_id, form_sha256, language, fasting } = facts
  const { height, weight, lmp_type, lmp_date, ques_ans, sign_by, signer_name, strokes, sig_file_id } = facts
  const { withdraws_id, reason, via, link_id, device_id, created_by, patient } = facts
  const whose = { client_id, id, kind, visit_id, patient_id, consent_form_id, form_sha256, patient }
  const answers = { language, fasting, height, weight, lmp_type, lmp_date, ques_ans }
  const signature = { sign_by, signer_name, strokes, sig_file_id }
  const course = { withdraws_id, reason, via, link_id, device_id, created_by }
  const clocks = { signed_on: facts.signed_on.toISOString(), created: facts.created.toISOString() }
  return secretHash(evidenceText({ ...whose, ...answers, ...signature, ...course, ...clocks })).toString(
    'hex',
  )
}
