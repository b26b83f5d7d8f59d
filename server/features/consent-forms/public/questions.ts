import { sql } from 'kysely'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { settleQuestion } from '#domain/consent/question.ts'
import type { Context, Tx } from '#server/kernel/context.ts'

/** Returns the questions of these forms in order, by form id; without removed ones. */
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

/** Writes the questions of a form. Removed questions are hidden and kept, because patients may have answered them. */
export async function writeQuestions(
  { tx, caller, now }: Context,
  formId: string,
  questions: readonly ConsentQuestion[],
): Promise<void> {
  const rows = questions.map((question, place) => ({ ...settleQuestion(question), place }))
  await sql`update consent_question set hidden = ${now}
    where client_id = ${caller.clientId} and consent_form_id = ${formId} and hidden is null
      and not (id = any(${rows.map(({ id }) => id)}::uuid[]))`.execute(tx)
  await sql`insert into consent_question
      (client_id, id, consent_form_id, place, ques, ques_slang, ans_type, ans_options, ans_options_slang)
    select ${caller.clientId}::uuid, q.id, ${formId}::uuid, q.place, q.ques, q.ques_slang, q.ans_type, q.ans_options,
      q.ans_options_slang
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (id uuid, place int, ques text, ques_slang text,
      ans_type text, ans_options text, ans_options_slang text)
    on conflict (client_id, id) do update set place = excluded.place, ques = excluded.ques,
      ques_slang = excluded.ques_slang, ans_type = excluded.ans_type, ans_options = excluded.ans_options,
      ans_options_slang = excluded.ans_options_slang, hidden = null`.execute(tx)
}
