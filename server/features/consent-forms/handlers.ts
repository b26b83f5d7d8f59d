import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type ConsentFormRecord, consentForm, consentFormCalls } from '#contract/masters/consent-form.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import { hooked } from '#server/masters/hooks.ts'
import { recordsOf } from '#server/masters/records.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { type Saved, saveRecord } from '#server/masters/save.ts'
import { selectAll, selectByIds } from '#server/masters/store.ts'
import { consentFormHooks } from './consent-form-hooks.ts'
import { selectQuestions } from './public/questions.ts'

const mounted = hooked(consentForm, consentFormHooks)

/** Mounts the calls that only consent forms have, not every master. */
export function serveConsentForms(app: FastifyInstance): void {
  serveCalls(app, consentFormCalls, createHandlers(app.kernel.secrets), {
    forms: (caller) => demandRead(mounted.master, caller),
    questions: (caller) => demandRead(mounted.master, caller),
    saveQuestions: (caller) => demandWrite(mounted.master, caller),
  })
}

const createHandlers = (secrets: Secrets): HandlersFor<typeof consentFormCalls> => ({
  forms: async (filters, ctx) => {
    demandRead(mounted.master, ctx.caller)
    const rows = await selectAll(ctx.tx, mounted, ctx.caller, filters)
    return { result: (await recordsOf(mounted, rows, ctx)) as unknown as ConsentFormRecord[] }
  },
  questions: async ({ consent_form_id: id }, { tx, caller }) => {
    demandRead(mounted.master, caller)
    const [form] = await selectByIds(tx, mounted, caller, [id])
    if (!form) throw new Refusal('not_found')
    const questions = await selectQuestions(tx, caller.clientId, [id])
    return { result: questions.get(id) ?? [] }
  },
  // Saves the form under its current name, so that revision, announcement and audit entry are the form's.
  saveQuestions: async ({ consent_form_id: id, questions, rev }, ctx) => {
    demandWrite(mounted.master, ctx.caller)
    const [form] = await selectByIds(ctx.tx, mounted, ctx.caller, [id])
    if (!form) throw new Refusal('not_found')
    const input: Saved = { id, name: form.name, status: form.active ? 1 : 0, questions, rev }
    const record = await saveRecord(mounted, input, ctx, secrets)
    return { result: record as unknown as ConsentFormRecord, message: 'Saved' }
  },
})
