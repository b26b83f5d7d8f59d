import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Questions of these forms in their order, by the form's id; what was taken out is not among them. */
export async function selectQuestions(
  tx: Tx,
  clientId: string,
  formIds: readonly string[],
): Promise<Map<string, ConsentQuestion[]>> {
  const rows = await tx
    .selectFrom('consent_question')
    .select(['id', 'consent_form_id', 'ques', 'ques_slang', 'ans_type', 'ans_options', 'ans_options_slang'])
    .where('client_id', '=', clientId)
    .where('consent_form_id', 'in', [...formIds])
    .where('hidden', 'is', null)
    .orderBy('place')
    .execute()
  const byForm = new Map<string, ConsentQuestion[]>()
  for (const { consent_form_id: formId, ...row } of rows) {
    const question = { ...row, ans_type: row.ans_type as ConsentQuestion['ans_type'] }
    byForm.set(formId, [...(byForm.get(formId) ?? []), question])
  }
  return byForm
}
