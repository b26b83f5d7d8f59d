import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { receivableOf } from '#domain/money/balance.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { overBalance } from '#domain/money/over-balance.ts'
import { counts, RECEIVED, type ReceiptStatus } from '#domain/status/payment-status.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { demandOpenMonth } from '#server/features/month-lock/public/gate.ts'
import { visitPartChanged } from '#server/features/visits/public/reading/announce-parts.ts'
import { getVisitRow, visitScopes } from '#server/features/visits/public/store.ts'
import { type LockedVisit, lockVisit } from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { demandReason } from '#server/kernel/demand-reason.ts'
import { readBill, settleBill } from './bill.ts'
import { findReceipts, type StoredReceipt, selectReceipts } from './store.ts'

// Keeping the money at its visit changes no figure of the month.
const KEEP_IT = 'Keep this money at its visit, or ask for the month to be unlocked.'

/**
 * Settles a receipt over the balance by a person's decision: it stays with its visit, or moves to another visit of
 * the same patient that still owes as much. The receipt keeps its number; the decision is stored with who and why
 * (docs/decisions/113).
 */
export async function allocateReceipt(ctx: Context, input: { id: string; appt_id: string; note: string }) {
  const note = demandReason(input.note)
  const [found] = await findReceipts(ctx.tx, ctx.caller.clientId, [input.id])
  if (!found) throw new Refusal('not_found')
  const { from, to } = await lockBoth(ctx, found.visit_id, input.appt_id)
  const [receipt] = await findReceipts(ctx.tx, ctx.caller.clientId, [input.id])
  if (!receipt || receipt.visit_id !== from.id) throw new Refusal('conflict')
  if (!receipt.is_unallocated || !counts(receipt.status as ReceiptStatus))
    throw new Refusal('refused', 'This money is already settled.')
  if (to.id !== from.id) await demandOpenMonth(ctx, receipt.branch_id, receipt.business_day, KEEP_IT)
  if (to.id !== from.id) await demandRoom(ctx, receipt, from, to)
  const rev = await settle(ctx, receipt, to, note)
  if (to.id === from.id) visitPartChanged(ctx, 'receipt', { id: receipt.id, rev }, to)
  else {
    const scopes = visitScopes(to)
    const left = visitScopes(from).filter((scope) => !scopes.includes(scope))
    ctx.changed({ type: 'receipt', id: receipt.id, rev, scopes, left })
    await settleBill(ctx, from)
  }
  await settleBill(ctx, to)
  await ctx.audit('allocate', 'receipt', receipt.id, { from: from.id, to: to.id })
  return {
    receipts: await selectReceipts(ctx.tx, ctx.caller, [receipt.id]),
    visit: await getVisitRow(ctx.tx, ctx.caller, to.id),
  }
}

/**
 * Allots waiting money after its missing booking arrived: the amount that the booking owes is no longer over the
 * balance. The rest still waits for a person. The caller must settle the bill next.
 */
export async function allotOwnMoney(ctx: Context, visit: LockedVisit): Promise<void> {
  const { net, received, refunded, settled, decimals } = await readBill(ctx, visit.id)
  const waiting = await ctx.tx
    .selectFrom('receipt')
    .select(['id', 'amount'])
    .where('client_id', '=', ctx.caller.clientId)
    .where('visit_id', '=', visit.id)
    .where('is_unallocated', '=', true)
    .where('status', '=', RECEIVED)
    .orderBy('receipt_no')
    .execute()
  const amounts = waiting.map(({ amount }) => toMinor(amount, decimals))
  const counted = received - refunded - amounts.reduce((total, amount) => total + amount, 0)
  const room = receivableOf({ net, paid: counted, settled, share: Number(visit.patient_share) })
  const isOver = overBalance(room, amounts)
  for (const { id } of waiting.filter((_, place) => !isOver[place])) {
    const { rev } = await ctx.tx
      .updateTable('receipt')
      .set({ is_unallocated: false, rev: sql`rev + 1` })
      .where('client_id', '=', ctx.caller.clientId)
      .where('id', '=', id)
      .returning('rev')
      .executeTakeFirstOrThrow()
    visitPartChanged(ctx, 'receipt', { id, rev }, visit)
  }
}

// Locks in the order of ids to avoid deadlocks between two people who move money between the same visits.
async function lockBoth(ctx: Context, fromId: string, toId: string) {
  const locked = new Map<string, LockedVisit>()
  for (const id of [...new Set([fromId, toId])].toSorted()) locked.set(id, await lockVisit(ctx, id))
  const [from, to] = [locked.get(fromId), locked.get(toId)]
  if (!from || !to) throw new Error('a visit that was locked is not there')
  return { from, to }
}

async function demandRoom(
  ctx: Context,
  receipt: StoredReceipt,
  from: LockedVisit,
  to: LockedVisit,
): Promise<void> {
  if (from.patient_id !== to.patient_id)
    throw new Refusal('refused', 'The other appointment belongs to another patient.')
  if (isVisitCancelled(to.status)) throw new Refusal('refused', 'The other appointment is cancelled.')
  const { receivable, decimals } = await readBill(ctx, to.id)
  if (toMinor(receipt.amount, decimals) > receivable) throw new Refusal('over_balance')
  // Money that was refunded since cannot be moved.
  const { patientPaid } = await readBill(ctx, from.id)
  if (patientPaid < toMinor(receipt.amount, decimals))
    throw new Refusal('over_received', 'Part of this money was already refunded. Keep it here.')
}

async function settle(ctx: Context, { id, visit_id }: StoredReceipt, to: LockedVisit, note: string) {
  const { rev } = await ctx.tx
    .updateTable('receipt')
    .set({
      is_unallocated: false,
      visit_id: to.id,
      first_visit_id: sql`coalesce(first_visit_id, ${visit_id})`,
      allocated_on: ctx.now,
      allocated_by: ctx.caller.userId,
      allocation_note: note,
      rev: sql`rev + 1`,
    })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}
