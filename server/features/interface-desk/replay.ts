import type { interfaceActCalls } from '#contract/calls/interfaces.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isBadOutcome } from '#domain/exchange/kinds.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Exchange, HandledAgain } from '#server/kernel/exchanges/exchange.ts'
import { rawContext } from '#server/kernel/exchanges/write-exchanges.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { LiveContext } from '#server/kernel/http/serve-live-calls.ts'
import { outcomeOfAck } from '../hospital-orders/public/log-orders.ts'
import { takeBytes } from '../hospital-orders/public/take-message.ts'
import { sendReport } from '../integrations/public/send-report.ts'
import { takeXml } from '../integrations/public/take-xml.ts'
import { readKeptMessage } from '../interfaces/public/kept-content.ts'
import { ackOfHl7 } from '../interfaces/public/marks-of-hl7.ts'
import { takeLabBody } from '../laboratory/public/take-body.ts'
import { orderStatusJob } from '../order-status/public/job-name.ts'
import { findExchange, type KeptExchange } from './store.ts'

type Replayed = OutputOf<typeof interfaceActCalls.replay>['result']

interface Again {
  kernel: Kernel
  clientId: string
  content: string
  replay: HandledAgain
}

/** Handlers that process a received message again, the same as the first time; each takes effect exactly once. */
const DOORS: Partial<Record<Exchange['kind'], (again: Again) => Promise<Replayed>>> = {
  hl7_in: async ({ kernel, clientId, content, replay }) => {
    let failure: unknown
    const { bytes, charset } = readKeptMessage(content)
    const answer = await takeBytes(kernel, bytes, {
      clientOf: () => Promise.resolve(clientId),
      contentCharset: charset,
      onError: (error) => {
        failure = error
      },
      replay,
    })
    if (failure !== undefined) throw failure
    return { outcome: outcomeOfAck(answer), reason: ackOfHl7(answer).words }
  },
  xml_in: ({ kernel, clientId, content, replay }) =>
    said(takeXml(kernel, clientId, { ok: true, xml: content }, replay)),
  lab_in: ({ kernel, clientId, content, replay }) =>
    said(takeLabBody(kernel, clientId, JSON.parse(content) as Record<string, unknown>, replay)),
}

/** Turns a refusal into a result: here it is no failure of the call. */
async function said(run: Promise<void>): Promise<Replayed> {
  try {
    await run
    return { outcome: 'ok', reason: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = Object.entries(error.extra.fields ?? {}).map(([field, rule]) => `${field} ${rule}.`)
    return { outcome: 'refused', reason: [error.message, ...fields].join(' ') }
  }
}

/**
 * Repeats an exchange that was refused or failed: received messages go through their own handler, sent ones through
 * the job of their screen. The log and the audit trail record the person.
 */
export async function replayExchange(kernel: Kernel, live: LiveContext, id: string): Promise<Replayed> {
  const { clientId, userId } = live.caller
  const found = await live.tenant(async (ctx) => {
    const exchange = await findExchange(ctx.tx, clientId, id)
    if (!exchange) throw new Refusal('not_found')
    if (!isBadOutcome(exchange.outcome)) throw new Refusal('refused', 'This was already accepted.')
    if (!exchange.can_replay)
      throw new Refusal(
        'refused',
        'This cannot be processed again: it has been accepted since, or its content is not stored.',
      )
    await ctx.audit('replay', 'exchange', id)
    await SENDINGS[exchange.subject_type]?.(ctx, exchange)
    return exchange
  })
  if (found.subject_type in SENDINGS) return { outcome: 'waiting', reason: '' }
  const door = DOORS[found.kind]
  if (!door || found.raw === null)
    throw new Error(`an exchange of ${found.kind} has no door to be handled again by`)
  const content = await kernel.secrets.open(rawContext(clientId, id), found.raw)
  const replay = { of: found.replay_of ?? id, by: userId, cameAt: found.at }
  try {
    return await door({ kernel, clientId, content, replay })
  } finally {
    // Ensures that the next list shows it.
    await kernel.exchanges.flush()
  }
}

/** Jobs that send an exchange again, by the type of its record. */
const SENDINGS: Readonly<Record<string, (ctx: Context, exchange: KeptExchange) => Promise<void>>> = {
  report_dispatch: sendReportAgain,
  order_status_dispatch: sendStatesAgain,
}

async function sendReportAgain(ctx: Context, { subject_id }: KeptExchange): Promise<void> {
  const dispatch = await ctx.tx
    .selectFrom('report_dispatch')
    .select(['study_id', 'report_no'])
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', subject_id)
    .executeTakeFirst()
  if (!dispatch) throw new Refusal('not_found')
  await sendReport(ctx, dispatch)
}

/**
 * Queues the order's waiting states again, oldest first, because a later state must never be sent before an earlier
 * one.
 */
async function sendStatesAgain(ctx: Context, { subject_id }: KeptExchange): Promise<void> {
  const dispatch = await ctx.tx
    .selectFrom('order_status_dispatch')
    .select('booking_request_id')
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', subject_id)
    .executeTakeFirst()
  if (!dispatch) throw new Refusal('not_found')
  await ctx.addJob(orderStatusJob, [dispatch.booking_request_id])
}
