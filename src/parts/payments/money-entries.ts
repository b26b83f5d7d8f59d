import type { TwiceNumber } from '#contract/calls/twice-number.ts'
import type { ReceiptRow, RefundRow } from '#contract/calls/visit-records.ts'
import { counts } from '#domain/status/payment-status.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.payments

/** A receipt or refund of a visit as the list shows it. */
export interface MoneyEntry {
  id: string
  kind: 'receipt' | 'refund'
  /** The final number, or the provisional one marked as such. */
  number: string
  /** The number on a paper printed before the final number was given. */
  printedAs: string
  /** Other papers with its number, since a backup was restored. */
  twice: readonly TwiceNumber[]
  isCancelled: boolean
  /** The server does not have it yet. */
  isHere: boolean
  /** `type:id` of the act, as in the outbox: a split payment is one act. */
  aggregate: string
  /** Receipts of the same payment, for its paper. */
  payment: readonly ReceiptRow[]
  row: ReceiptRow | RefundRow
}

/** Receipts and refunds, newest first. */
export function moneyEntries(receipts: readonly ReceiptRow[], refunds: readonly RefundRow[]): MoneyEntry[] {
  const entries = [
    ...receipts.map((receipt) => receiptEntry(receipt, paymentOf(receipt, receipts))),
    ...refunds.map(refundEntry),
  ]
  return entries.sort(
    (a, b) => b.row.created.localeCompare(a.row.created) || b.number.localeCompare(a.number),
  )
}

// All receipts of one payment have the same time and author.
const paymentOf = (receipt: ReceiptRow, all: readonly ReceiptRow[]) =>
  all
    .filter((one) => one.created === receipt.created && one.created_by_id === receipt.created_by_id)
    .toSorted((a, b) => a.id.localeCompare(b.id))

function receiptEntry(row: ReceiptRow, payment: readonly ReceiptRow[]): MoneyEntry {
  const isHere = row.receipt_no === ''
  return {
    id: row.id,
    kind: 'receipt',
    number: isHere ? provisional(row) : row.receipt_no,
    printedAs: isHere || row.provisional_no === '' ? '' : WORDS.before(row.provisional_no),
    twice: row.number_twice ?? [],
    isCancelled: !counts(row.status),
    isHere,
    aggregate: `receipt:${payment[0]?.id ?? row.id}`,
    payment,
    row,
  }
}

const provisional = ({ provisional_no }: ReceiptRow) =>
  provisional_no === '' ? WORDS.noNumber : WORDS.provisional(provisional_no)

const refundEntry = (row: RefundRow): MoneyEntry => ({
  id: row.id,
  kind: 'refund',
  number: row.refund_no,
  printedAs: '',
  twice: [],
  isCancelled: !counts(row.status),
  isHere: false,
  aggregate: `refund:${row.id}`,
  payment: [],
  row,
})
