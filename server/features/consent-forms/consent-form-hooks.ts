import { sql } from 'kysely'
import type { ConsentQuestion, consentForm } from '#contract/masters/consent-form.ts'
import { settleQuestion } from '#domain/consent/question.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { keepPresentVersion } from '../consents/keep-versions.ts'
import { selectQuestions } from './questions.ts'

/** Consent forms: their questions are rows of their own, in the order that the person gave them. */
export const consentFormHooks: MasterHooks<typeof consentForm> = {
  prepare: async ({ id, questions }, before, ctx) => {
    if (questions) await demandOwnQuestions(id, questions, ctx)
    if (before && id) await keepPresentVersion(ctx, id)
    return undefined
  },
  afterSave: async (id, { questions }, _before, ctx) => {
    if (questions) await writeQuestions(id, questions, ctx)
    await keepPresentVersion(ctx, id)
  },
  beforeRemove: ({ id }, ctx) => keepPresentVersion(ctx, id),
  complete: async (forms, { tx, caller }) => {
    const questions = await selectQuestions(
      tx,
      caller.clientId,
      forms.map(({ id }) => id),
    )
    return new Map(forms.map(({ id }) => [id, { questions: questions.get(id) ?? [] }]))
  },
}

/** An id is one question of one form; another form's cannot be taken over. */
async function demandOwnQuestions(
  formId: string | undefined,
  questions: readonly ConsentQuestion[],
  { tx, caller }: Context,
): Promise<void> {
  const ids = questions.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid({ questions: 'name a question twice' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from consent_question
    where client_id = ${caller.clientId} and id = any(${ids}::uuid[])
      and (consent_form_id is distinct from ${formId ?? null}::uuid)`.execute(tx)
  if (rows[0]?.n !== 0) throw invalid({ questions: 'name a question of another form' })
}

// A question that was taken out is hidden and kept: patients may have answered it.
async function writeQuestions(
  formId: string,
  questions: readonly ConsentQuestion[],
  { tx, caller, now }: Context,
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
