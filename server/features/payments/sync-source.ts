import { visitPartSource } from '../visits/part-source.ts'
import { selectReceipts, selectRefunds } from './store.ts'

/** Receipts and refunds travel wherever their visit does. */
export const receiptSource = visitPartSource('receipt', 'receipt', selectReceipts)
export const refundSource = visitPartSource('refund', 'refund', selectRefunds)
