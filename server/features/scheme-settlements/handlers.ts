import type { schemeSettlementCalls } from '#contract/calls/scheme-settlements.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { listSchemeInvoices } from './scheme-invoices.ts'
import { settleSchemeInvoices } from './settle-invoices.ts'

/** Handlers of the settlement of scheme invoices. */
export const schemeSettlementHandlers: HandlersFor<typeof schemeSettlementCalls> = {
  invoices: async (input, ctx) => ({ result: await listSchemeInvoices(ctx, input) }),
  settle: async (input, ctx) => ({ message: 'Settled', result: await settleSchemeInvoices(ctx, input) }),
}
