import { counts, type ReceiptStatus } from '#domain/status/payment-status.ts'

/** Money received, in whole minor units. */
interface Received {
  mode: string
  minor: number
  status: ReceiptStatus
}

/** What was received by each mode, in the order of first use; cancelled receipts are skipped. */
export function receivedByMode(receipts: readonly Received[]): { mode: string; minor: number }[] {
  const sums = new Map<string, number>()
  for (const { mode, minor, status } of receipts)
    if (counts(status)) sums.set(mode, (sums.get(mode) ?? 0) + minor)
  return [...sums].map(([mode, minor]) => ({ mode, minor }))
}
