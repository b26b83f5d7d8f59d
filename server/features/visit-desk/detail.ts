import { sql } from 'kysely'
import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { selectPrescriptionsOfVisit } from '#server/features/clinical/public/prescription-store.ts'
import { selectTreatmentsOfVisit } from '#server/features/clinical/public/treatment-store.ts'
import { visitComments } from '#server/features/comments/public/store.ts'
import { selectConsentsOfVisit } from '#server/features/consents/public/store.ts'
import { visitDocuments } from '#server/features/documents/public/store.ts'
import { selectReceipts, selectRefunds } from '#server/features/payments/public/store.ts'
import type { Context } from '#server/kernel/context.ts'
import { findVisibleVisit, getVisitRow } from '../visits/public/store.ts'

/** Returns a visit with all its parts, and records the read access in the audit trail. */
export async function visitDetail(ctx: Context, id: string): Promise<OutputOf<typeof visitCalls.detail>> {
  const { tx, caller } = ctx
  const found = await findVisibleVisit(tx, caller, id)
  if (!found) throw new Refusal('not_found')
  await ctx.audit('read', 'visit', id)
  const receipts = await idsOf(ctx, 'receipt', id)
  const refunds = await idsOf(ctx, 'refund', id)
  return {
    result: {
      visit: await getVisitRow(tx, caller, id),
      receipts: await selectReceipts(tx, caller, receipts),
      refunds: await selectRefunds(tx, caller, refunds),
      comments: await visitComments.ofOwner(tx, id),
      documents: await visitDocuments.ofOwner(tx, id),
      treatment_dtl: await selectTreatmentsOfVisit(tx, caller, id),
      prescriptions: await selectPrescriptionsOfVisit(tx, caller, id),
      consents: await selectConsentsOfVisit(tx, id),
    },
  }
}

async function idsOf({ tx, caller }: Context, table: 'receipt' | 'refund', visitId: string) {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where client_id = ${caller.clientId} and visit_id = ${visitId} order by created, id`.execute(tx)
  return rows.map(({ id }) => id)
}
