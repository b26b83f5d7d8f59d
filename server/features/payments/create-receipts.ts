import { sql } from 'kysely'
import type { paymentCalls } from '#contract/calls/payments.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { minorToText, toMinor } from '#domain/money/minor-units.ts'
import { overBalance } from '#domain/money/over-balance.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { takeNumbers } from '#server/kernel/number-series.ts'
import { byServerClock } from '#server/kernel/sync/commands/device-clock.ts'
import { openUnbooked } from '../visits/public/booking/unbooked.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { getVisitRow } from '../visits/public/store.ts'
import { findLockedVisit, type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import { demandPayable, demandSchemes, demandTendered } from './payment-rules.ts'
import { readBill, settleBill } from './public/bill.ts'
import { keepPrintedInvoice } from './public/invoice-number.ts'
import { dayOfMoney } from './public/money-day.ts'
import { findReceipts, insertReceipts, type StoredReceipt, selectReceipts } from './public/store.ts'

type Input = ParsedInputOf<typeof paymentCalls.createReceipts>
type ReceiptInput = Input['receipts'][number]

/**
 * Records a payment in one or several modes as ONE act: all or none, with consecutive numbers (docs/money.md). Locks
 * the visit, so if two desks receive the same balance, one is refused. Money received offline is recorded whatever
 * the current balance is; the part over the balance waits for a person (docs/sync.md#accepted-and-flagged).
 * `list` is the name of the receipts in refused fields.
 */
export async function createReceipts(ctx: Context, input: Input, list = 'receipts') {
  const visit = await lockPaid(ctx, input)
  const ids = input.receipts.map(({ id }) => id)
  const known = await findReceipts(ctx.tx, ctx.caller.clientId, ids)
  if (known.length > 0) {
    demandSame(known, input, ctx)
    await keepPrinted(ctx, visit, known, input)
  } else await record(ctx, visit, input, list)
  await keepPrintedInvoice(ctx, visit, input.invoice_provisional_no)
  const receipts = await selectReceipts(ctx.tx, ctx.caller, ids)
  return { receipts, visit: await getVisitRow(ctx.tx, ctx.caller, visit.id) }
}

/**
 * Locks the visit of the payment. Money received offline for a booking that the server does not have opens a new
 * visit (docs/decisions/267).
 */
async function lockPaid(ctx: Context, { appt_id, new_visit, taken_on }: Input): Promise<LockedVisit> {
  const isThere = await findLockedVisit(ctx, ctx.caller.clientId, appt_id)
  if (isThere || !new_visit || !ctx.madeOffline) return lockVisit(ctx, appt_id)
  const opened = await openUnbooked(ctx, { id: appt_id, ...new_visit, start: takenOn(ctx, taken_on) })
  return opened ?? lockVisit(ctx, appt_id)
}

async function record(ctx: Context, visit: LockedVisit, input: Input, list: string): Promise<void> {
  const { receipts } = input
  const { decimals, receivable } = await readBill(ctx, visit.id)
  await demandPayable(ctx, receipts, { list, decimals })
  await demandSchemes(ctx, receipts, list)
  demandTendered(receipts, { list, decimals })
  const isClosed = isVisitCancelled(visit.status)
  if (isClosed && !ctx.madeOffline)
    throw new Refusal('refused', 'This appointment is cancelled: no money is received for it.')
  const amounts = receipts.map(({ amount }) => toMinor(amount, decimals))
  const isOver = overBalance(isClosed ? 0 : receivable, amounts)
  if (isOver.includes(true)) {
    if (!ctx.madeOffline) throw new Refusal('over_balance')
    ctx.flag('unallocated')
  }
  await insertReceiptRows(ctx, visit, input, {
    amounts: amounts.map((one) => minorToText(one, decimals)),
    isOver,
  })
}

interface Reckoned {
  amounts: readonly string[]
  isOver: readonly boolean[]
}

async function insertReceiptRows(
  ctx: Context,
  visit: LockedVisit,
  { receipts, taken_on }: Input,
  { amounts, isOver }: Reckoned,
): Promise<void> {
  const { clientId, userId, deviceId } = ctx.caller
  const takenAt = takenOn(ctx, taken_on)
  const day = await dayOfMoney(ctx, visit.branch_id, takenAt)
  const numbers = await takeNumbers(ctx.tx, clientId, 'receipt', receipts.length, visit.branch_id)
  const common = {
    client_id: clientId,
    visit_id: visit.id,
    branch_id: visit.branch_id,
    taken_on: takenAt,
    ...day,
    created: ctx.now,
    created_by: userId,
    device_id: deviceId ?? null,
  }
  const rows = receipts.map((one, at) => ({
    ...common,
    id: one.id,
    mode: one.mode,
    // There are as many numbers and amounts as receipts.
    receipt_no: numbers[at]!,
    amount: amounts[at]!,
    provisional_no: one.provisional_no ?? '',
    pay_scheme_id: one.pay_scheme_id ?? null,
    ref_no: one.ref_no ?? '',
    remarks: one.remarks ?? '',
    is_unallocated: isOver[at] ?? false,
    tendered: one.tendered === undefined ? null : String(one.tendered),
  }))
  await insertReceipts(ctx.tx, rows)
  for (const { id, mode, amount, receipt_no, is_unallocated } of rows) {
    visitPartChanged(ctx, 'receipt', { id, rev: 1 }, visit)
    await ctx.audit('receive', 'receipt', id, {
      visit_id: visit.id,
      receipt_no,
      mode,
      amount,
      ...(is_unallocated && { is_unallocated }),
    })
  }
  await settleBill(ctx, visit)
}

/**
 * Adds the printed number to a payment whose first response was lost: the repeat contains the number on its paper,
 * and the receipt must be findable by it.
 */
async function keepPrinted(
  ctx: Context,
  visit: LockedVisit,
  known: readonly StoredReceipt[],
  { receipts }: Input,
): Promise<void> {
  for (const { id, provisional_no = '' } of receipts) {
    const stored = known.find((one) => one.id === id)
    if (provisional_no === '' || stored?.provisional_no !== '' || stored.visit_id !== visit.id) continue
    const { rev } = await ctx.tx
      .updateTable('receipt')
      .set({ provisional_no, rev: sql`rev + 1` })
      .where('client_id', '=', ctx.caller.clientId)
      .where('id', '=', id)
      .returning('rev')
      .executeTakeFirstOrThrow()
    visitPartChanged(ctx, 'receipt', { id, rev }, visit)
    await ctx.audit('keep_printed_no', 'receipt', id, { provisional_no })
  }
}

// Only money received offline has its own time.
const takenOn = (ctx: Context, given: string | undefined): Date =>
  ctx.madeOffline && given ? byServerClock(ctx, new Date(given)) : ctx.now

// Accepts a repeat with the same ids and content; throws if the same ids have other content.
function demandSame(known: readonly StoredReceipt[], { appt_id, receipts }: Input, ctx: Context): void {
  const byId = new Map(known.map((one) => [one.id, one]))
  const isSame = (given: ReceiptInput) => {
    const stored = byId.get(given.id)
    return (
      stored !== undefined &&
      (stored.first_visit_id ?? stored.visit_id) === appt_id &&
      stored.mode === given.mode &&
      Number(stored.amount) === given.amount &&
      stored.created_by === ctx.caller.userId
    )
  }
  if (known.length !== receipts.length || !receipts.every(isSame)) throw new Refusal('id_reused')
}
