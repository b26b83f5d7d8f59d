import { type Insertable, type Selectable, sql } from 'kysely'
import type { ReceiptRow, RefundRow } from '#contract/calls/visit-records.ts'
import type { ReceiptStatus, RefundStatus } from '#domain/status/payment-status.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Receipt, Refund } from '#server/kernel/database/schema.ts'
import { twiceColumn } from '#server/kernel/numbers-twice.ts'

export type StoredReceipt = Selectable<Receipt>
export type StoredRefund = Selectable<Refund>

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

/** Selects receipts in wire format, ordered by number, without checking rights. */
export async function selectReceipts(tx: Tx, caller: Caller, ids: readonly string[]): Promise<ReceiptRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('receipt as r')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'r.client_id').onRef('u.id', '=', 'r.created_by'),
    )
    .leftJoin('app_user as c', (on) =>
      on.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.cancelled_by'),
    )
    .leftJoin('payment_type_scheme as p', (on) =>
      on.onRef('p.client_id', '=', 'r.client_id').onRef('p.id', '=', 'r.pay_scheme_id'),
    )
    .leftJoin('scheme_settlement as s', (on) =>
      on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.settlement_id'),
    )
    .leftJoin('app_user as w', (on) =>
      on.onRef('w.client_id', '=', 's.client_id').onRef('w.id', '=', 's.payer_id'),
    )
    .selectAll('r')
    .select(['u.name as creator', 'c.name as canceller', 'p.name as scheme', 'w.name as payer'])
    .select(
      twiceColumn({
        kind: 'receipt',
        clientId: 'r.client_id',
        branchId: 'r.branch_id',
        no: 'r.receipt_no',
      }).as('number_twice'),
    )
    .where('r.client_id', '=', caller.clientId)
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.receipt_no')
    .execute()
  return rows.map((row) => ({
    ...commonOf(row),
    receipt_no: row.receipt_no,
    provisional_no: row.provisional_no,
    ...(row.number_twice && { number_twice: row.number_twice }),
    pay_scheme_id: row.pay_scheme_id,
    payment_type_scheme: row.scheme ?? '',
    status: row.status as ReceiptStatus,
    is_unallocated: row.is_unallocated ? 1 : 0,
    settlement_id: row.settlement_id,
    payer: row.payer ?? '',
    tendered: row.tendered === null ? null : Number(row.tendered),
    taken_on: row.taken_on.toISOString(),
  }))
}

/** Selects refunds in wire format, ordered by number, without checking rights. */
export async function selectRefunds(tx: Tx, caller: Caller, ids: readonly string[]): Promise<RefundRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('refund as r')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'r.client_id').onRef('u.id', '=', 'r.created_by'),
    )
    .leftJoin('app_user as c', (on) =>
      on.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.cancelled_by'),
    )
    .leftJoin('payment_type_scheme as p', (on) =>
      on.onRef('p.client_id', '=', 'r.client_id').onRef('p.id', '=', 'r.pay_scheme_id'),
    )
    .selectAll('r')
    .select(['u.name as creator', 'c.name as canceller', 'p.name as scheme'])
    .where('r.client_id', '=', caller.clientId)
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.refund_no')
    .execute()
  return rows.map((row) => ({
    ...commonOf(row),
    refund_no: row.refund_no,
    reason: row.reason,
    pay_scheme_id: row.pay_scheme_id,
    payment_type_scheme: row.scheme ?? '',
    status: row.status as RefundStatus,
  }))
}

type Named<Row> = Row & { creator: string | null; canceller: string | null }

const commonOf = (row: Named<StoredReceipt> | Named<StoredRefund>) => ({
  id: row.id,
  rev: row.rev,
  appt_id: row.visit_id,
  branch_id: row.branch_id,
  amount: Number(row.amount),
  mode: row.mode,
  ref_no: row.ref_no,
  remarks: row.remarks,
  created: row.created.toISOString(),
  created_by_id: row.created_by,
  created_by_name: row.creator ?? '',
  cancelled_on: row.cancelled_on?.toISOString() ?? null,
  cancelled_by_name: row.canceller ?? '',
  cancel_reason: row.cancel_reason,
  business_day: row.business_day,
  cancel_day: row.cancel_day,
  belongs_day: row.belongs_day,
})

/** Returns the receipts with these ids as stored. */
export function findReceipts(tx: Tx, clientId: string, ids: readonly string[]): Promise<StoredReceipt[]> {
  return tx
    .selectFrom('receipt')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Returns the refunds with these ids as stored. */
export function findRefunds(tx: Tx, clientId: string, ids: readonly string[]): Promise<StoredRefund[]> {
  return tx
    .selectFrom('refund')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', anyOf(ids))
    .execute()
}

export async function insertReceipts(tx: Tx, rows: readonly Insertable<Receipt>[]): Promise<void> {
  await tx
    .insertInto('receipt')
    .values([...rows])
    .execute()
}

export async function insertRefunds(tx: Tx, rows: readonly Insertable<Refund>[]): Promise<void> {
  await tx
    .insertInto('refund')
    .values([...rows])
    .execute()
}
