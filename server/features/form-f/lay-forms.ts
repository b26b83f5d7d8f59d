import { consentForm } from '#contract/masters/consent-form.ts'
import { FORM_F_IDS, FORM_F_NAMES, FORM_F_PARTS, formFQuestions } from '#domain/pndt/form-f.ts'
import type { Context } from '#server/kernel/context.ts'
import { announce } from '#server/masters/announce.ts'
import { writeQuestions } from '../consent-forms/questions.ts'
import { keepPresentVersion } from '../consents/keep-versions.ts'

/** Makes the parts of Form F consent forms of the client, once: from then on every device of it has them. */
export async function layFormF(ctx: Context): Promise<void> {
  for (const part of FORM_F_PARTS) {
    const id = FORM_F_IDS[part]
    const made = await ctx.tx
      .insertInto('consent_form')
      .values({ client_id: ctx.caller.clientId, id, name: FORM_F_NAMES[part], created: ctx.now })
      .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) continue
    await writeQuestions(ctx, id, formFQuestions(part))
    await keepPresentVersion(ctx, id)
    await announce(ctx, consentForm, { id, rev: 1 })
    await ctx.audit('save', consentForm.key, id, { rev: 1, changed: ['form_f'] })
  }
}
