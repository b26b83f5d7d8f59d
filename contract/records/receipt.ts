import { ReceiptRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const receiptRecord = defineVisitPart({
  type: 'receipt',
  body: ReceiptRow,
  answer: 'receipts',
  stored: { table: 'receipt' },
  copies: { table: 'receipts', since: 5 },
})
