import { v7 as mintId } from 'uuid'
import type { schemeSettlementCalls } from '#contract/calls/scheme-settlements.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { minorToText, toMinor } from '#domain/money/minor-units.ts'
import { isSetOff } from '#domain/money/payment-modes.ts'
import { settlementCap } from '#domain/money/settlement.ts'
import type { Context } from '#server/kernel/context.ts'
import { takeNumbers } from '#server/kernel/number-series.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { settleBill } from '../payments/public/bill.ts'
import { dayOfMoney } from '../payments/public/money-day.ts'
import { insertReceipts, selectReceipts } from '../payments/public/store.ts'
import { useCommissions } from '../referral-commissions/public/use-commissions.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import { type OpenInvoice, readSchemeInvoices, seesCommissions } from './scheme-invoices.ts'
import { findSettlement, insertSettlement } from './settlement-store.ts'

type Input = ParsedInputOf<typeof schemeSettlementCalls.settle>

/** A locked invoice with the amount that is settled of it, in minor units. */
interface Settled extends OpenInvoice {
  visit: LockedVisit
  minor: number
}

/**
 * Settles invoices of one hospital or doctor in one mode, all or none: one receipt each with the settlement's id; in
 * mode Commission, marks the commission of their lines as used. Locks the visits, so that of two desks that settle
 * the same invoice, the second is refused with its visit number.
 */
export async function settleSchemeInvoices(ctx: Context, input: Input) {
  const { id, mode, invoices } = input
  if (isSetOff(mode) && !seesCommissions(ctx.caller)) throw new Refusal('not_permitted')
  const decimals = await decimalsOf(ctx)
  demandInvoices(invoices, decimals)
  const visits = await lockVisits(ctx, invoices)
  const known = await findSettlement(ctx, id)
  if (known) return { id, receipts: await receiptsOf(ctx, demandSame(known, input, ctx)) }
  const open = await readSchemeInvoices(
    ctx,
    invoices.map(({ appt_id }) => appt_id),
  )
  const settled = open.map((one, at) => {
    // There are as many as invoices, in their order.
    const minor = toMinor(invoices[at]!.amount, decimals)
    demandRoom(one, { minor, mode, decimals })
    return { ...one, minor, visit: visits.get(one.row.appt_id)! }
  })
  const { payer_type, payer_id } = settled[0]!.row
  await insertSettlement(ctx, { ...input, payer_type, payer_id })
  const receiptIds = await writeReceipts(ctx, input, settled, decimals)
  if (isSetOff(mode)) await useCommissions(ctx, { id, type: payer_type, decimals }, settled)
  for (const { visit } of settled) await settleBill(ctx, visit)
  return { id, receipts: await receiptsOf(ctx, receiptIds) }
}

function demandInvoices(invoices: Input['invoices'], decimals: number): void {
  const fields: Record<string, string> = Object.fromEntries(
    invoices.flatMap(({ amount }, at) =>
      hasMoreDecimals(amount, decimals)
        ? [[`invoices.${at}.amount`, `has at most ${decimals} decimals`]]
        : [],
    ),
  )
  if (new Set(invoices.map(({ appt_id }) => appt_id)).size < invoices.length)
    fields.invoices = 'name one invoice twice'
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
}

// Locks in the order of ids, to avoid deadlocks between two settlements of the same invoices.
async function lockVisits(ctx: Context, invoices: Input['invoices']): Promise<Map<string, LockedVisit>> {
  const locked = new Map<string, LockedVisit>()
  for (const id of invoices.map(({ appt_id }) => appt_id).toSorted()) locked.set(id, await lockVisit(ctx, id))
  return locked
}

function demandRoom(
  { row }: OpenInvoice,
  { minor, mode, decimals }: { minor: number; mode: string; decimals: number },
): void {
  const rest = toMinor(row.rest, decimals)
  if (rest === 0) throw new Refusal('refused', `Visit ${row.visit_no}: ${row.payer} owes nothing of it.`)
  if (minor > rest)
    throw new Refusal('over_balance', `Visit ${row.visit_no}: the amount is more than ${row.payer} owes.`)
  if (minor > settlementCap({ rest: row.rest, commission: row.commission ?? 0 }, mode, decimals))
    throw new Refusal(
      'over_balance',
      `Visit ${row.visit_no}: the amount is more than the Spcl. Disc. that is neither settled nor used.`,
    )
}

/** Writes the receipts, branch by branch with consecutive numbers; returns their ids in the order of the invoices. */
async function writeReceipts(
  ctx: Context,
  { id, mode, ref_no = '', remarks = '' }: Input,
  settled: readonly Settled[],
  decimals: number,
): Promise<string[]> {
  const { clientId, userId, deviceId } = ctx.caller
  const idOf = new Map(settled.map(({ visit }) => [visit.id, mintId()]))
  const branches = Map.groupBy(settled, ({ visit }) => visit.branch_id)
  // In the order of ids, like every code that locks several series.
  for (const branchId of [...branches.keys()].toSorted()) {
    const here = branches.get(branchId) ?? []
    const day = await dayOfMoney(ctx, branchId, ctx.now)
    const numbers = await takeNumbers(ctx.tx, clientId, 'receipt', here.length, branchId)
    const rows = here.map(({ visit, minor }, at) => ({
      client_id: clientId,
      id: idOf.get(visit.id)!,
      visit_id: visit.id,
      branch_id: branchId,
      receipt_no: numbers[at]!,
      amount: minorToText(minor, decimals),
      mode,
      ref_no,
      remarks,
      settlement_id: id,
      taken_on: ctx.now,
      ...day,
      created: ctx.now,
      created_by: userId,
      device_id: deviceId ?? null,
    }))
    await insertReceipts(ctx.tx, rows)
    for (const [at, { id: receiptId, visit_id, receipt_no, amount }] of rows.entries()) {
      visitPartChanged(ctx, 'receipt', { id: receiptId, rev: 1 }, here[at]!.visit)
      await ctx.audit('settle_invoice', 'receipt', receiptId, {
        visit_id,
        receipt_no,
        mode,
        amount,
        settlement_id: id,
      })
    }
  }
  return settled.map(({ visit }) => idOf.get(visit.id)!)
}

async function receiptsOf(ctx: Context, ids: readonly string[]) {
  const byId = new Map((await selectReceipts(ctx.tx, ctx.caller, ids)).map((one) => [one.id, one]))
  return ids.map((one) => byId.get(one)!)
}

type Known = NonNullable<Awaited<ReturnType<typeof findSettlement>>>

// Accepts a repeat with the same id and content; throws if the same id has other content.
function demandSame(known: Known, input: Input, { caller }: Context): string[] {
  const { mode, ref_no = '', remarks = '', invoices } = input
  const byVisit = new Map(known.receipts.map((one) => [one.visit_id, one]))
  const isSame =
    known.mode === mode &&
    known.ref_no === ref_no &&
    known.remarks === remarks &&
    known.created_by === caller.userId &&
    known.receipts.length === invoices.length &&
    invoices.every(({ appt_id, amount }) => Number(byVisit.get(appt_id)?.amount) === amount)
  if (!isSame) throw new Refusal('id_reused')
  return invoices.map(({ appt_id }) => byVisit.get(appt_id)!.id)
}
