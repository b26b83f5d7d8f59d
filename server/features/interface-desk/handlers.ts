import type { interfaceActCalls, interfaceCalls } from '#contract/calls/interfaces.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { rawContext } from '#server/kernel/exchanges/write-exchanges.ts'
import type { Demand, DemandsFor } from '#server/kernel/http/demands.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { hl7Settings } from '../hospital-orders/public/hl7-settings.ts'
import { showKeptMessage } from '../interfaces/public/kept-content.ts'
import { replayExchange } from './replay.ts'
import { demandContent, demandDesk } from './rights.ts'
import { setSilence } from './set-silence.ts'
import { findExchange, selectExchanges, selectPeers, selectSums } from './store.ts'

const pageOf = ({ p, ps }: { p: number; ps: number }, rows: number, count: number) => ({
  start: (p - 1) * ps,
  total: rows,
  total_records: count,
  cur_page: p,
})

export const demandInterfaces: Demand = demandDesk

export const INTERFACE_ACT_DEMANDS: DemandsFor<typeof interfaceActCalls> = {
  content: demandContent,
  replay: demandDesk,
}

/** The lists of the interface desk. */
export const interfaceHandlers: HandlersFor<typeof interfaceCalls> = {
  peers: async (_input, ctx) => ({ result: await selectPeers(ctx) }),
  exchanges: async (input, ctx) => {
    const { rows, count } = await selectExchanges(ctx, input)
    return { result: { data: rows, page: pageOf(input, rows.length, count) } }
  },
  setSilence,
  sums: async (input, ctx) => ({ result: await selectSums(ctx, input) }),
}

/** Calls that read or repeat one exchange. */
export const createInterfaceActHandlers = (kernel: Kernel): LiveHandlersFor<typeof interfaceActCalls> => ({
  content: async ({ id }, live) => {
    const { clientId } = live.caller
    const found = await live.tenant(async (ctx) => {
      const exchange = await findExchange(ctx.tx, clientId, id)
      if (!exchange) throw new Refusal('not_found')
      if (exchange.raw === null) throw new Refusal('refused', 'The content of this exchange is not stored.')
      // Written before the content is opened, so that every read is in the audit trail.
      await ctx.audit('read', 'exchange', id)
      return { kind: exchange.kind, raw: exchange.raw, settings: await hl7Settings(ctx.tx, clientId) }
    })
    const content = await kernel.secrets.open(rawContext(clientId, id), found.raw)
    return {
      result: {
        content: found.kind === 'hl7_in' ? showKeptMessage(content, found.settings.charset) : content,
      },
    }
  },
  replay: async ({ id }, live) => ({
    message: 'Handled again',
    result: await replayExchange(kernel, live, id),
  }),
})
