import { useState } from 'react'
import { paymentCalls } from '#contract/calls/payments.ts'
import type { ReceiptRow, RefundRow } from '#contract/calls/visit-records.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { MoneyEntry } from './money-entries.ts'

/** The dialog or paper that is open over the list of a visit's money. */
export type OpenMoney =
  | { kind: 'record' | 'refund' | 'invoice' | 'slip' }
  | { kind: 'charges'; isBelowList: boolean }
  | { kind: 'receipts'; receipts: readonly ReceiptRow[]; isNew: boolean }
  | { kind: 'refunded'; refund: RefundRow }
  | { kind: 'cancel'; entry: MoneyEntry }

/** Holds the open dialog or paper; one at a time. */
export function useMoneyActs() {
  const [open, setOpen] = useState<OpenMoney>()
  return { open, setOpen, close: () => setOpen(undefined) }
}

/** Returns the paper of an entry: a split payment has one for all its modes. */
export function paperOf({ kind, row, payment }: MoneyEntry): OpenMoney {
  return kind === 'receipt'
    ? { kind: 'receipts', receipts: payment, isNew: false }
    : { kind: 'refunded', refund: row as RefundRow }
}

/** Cancels a receipt or refund on the server. Throws like callApi. */
export async function cancelEntry({ id, kind, row }: MoneyEntry, reason: string): Promise<void> {
  const input = { id, appt_id: row.appt_id, reason }
  await (kind === 'receipt'
    ? callApi(paymentCalls.cancelReceipt, input)
    : callApi(paymentCalls.cancelRefund, input))
  getDevice().refresh()
}
