import { RefundRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const refundRecord = defineVisitPart({
  type: 'refund',
  body: RefundRow,
  answer: 'refunds',
  stored: { table: 'refund' },
  copies: { table: 'refunds', since: 5 },
})
