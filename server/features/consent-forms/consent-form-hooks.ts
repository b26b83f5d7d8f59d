import { sql } from 'kysely'
import type { ConsentQuestion, consentForm } from '#contract/masters/consent-form.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { guardFormF, refuseRemoval } from './guard-form-f.ts'
import { keepPresentVersion } from './public/keep-versions.ts'
import { selectQuestions, writeQuestions } from './public/questions.ts'

/** Hooks for consent forms: questions are separate rows, in the order given by the person. */
export const consentFormHooks: MasterHooks<typeof consentForm> = {
  prepare: async (input, before, ctx) => {
    const { id, questions } = input
    guardFormF(input)
    if (questions) await demandOwnQuestions(id, questions, ctx)
    if (before && id) await keepPresentVersion(ctx, id)
    return undefined
  },
  afterSave: async (id, { questions }, _before, ctx) => {
    if (questions) await writeQuestions(ctx, id, questions)
    await keepPresentVersion(ctx, id)
  },
  beforeRemove: async ({ id }, ctx) => {
    refuseRemoval(id)
    await keepPresentVersion(ctx, id)
  },
  complete: async (forms, { tx, caller }) => {
    const questions = await selectQuestions(
      tx,
      caller.clientId,
      forms.map(({ id }) => id),
    )
    return new Map(forms.map(({ id }) => [id, { questions: questions.get(id) ?? [] }]))
  },
}

/** A question id belongs to one form; throws if it belongs to another form. */
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
