import * as z from 'zod/mini'
import { SETTLEMENT_MODES } from '#domain/money/payment-modes.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, text } from '../kernel/fields.ts'
import { PaidAmount } from './payments.ts'
import { REFERRER_TYPES } from './referral-commissions.ts'
import { ReceiptRow } from './visit-records.ts'

/** An invoice of which a hospital or doctor still owes a part. */
export const SchemeInvoiceRow = z.object({
  appt_id: EntityId,
  visit_no: z.string(),
  branch_id: EntityId,
  branch: z.string(),
  start_dt: Instant,
  pat_id: z.string(),
  pat_name: z.string(),
  scheme: z.string(),
  payer_type: z.enum(REFERRER_TYPES),
  payer_id: EntityId,
  payer: z.string(),
  net_charges: z.number(),
  paid: z.number(),
  balance: z.number(),
  /** What the patient still owes of the balance. */
  patient_balance: z.number(),
  /** What the hospital or doctor still owes: the most that a settlement may receive. */
  rest: z.number(),
  /**
   * The payer's commission on the invoice's lines that is neither settled nor used: the most that mode Commission
   * may receive. Null for callers who may not read commissions.
   */
  commission: z.nullable(z.number()),
})
export type SchemeInvoiceRow = z.output<typeof SchemeInvoiceRow>

/** Most invoices of one settlement. */
export const SETTLEMENT_INVOICES_MAX = 200

const tooMany = `are at most ${SETTLEMENT_INVOICES_MAX}`

const common = {
  module: 'referral_scheme_settle',
  access: 'create_receipt',
  base: 'php',
  method: 'POST',
  offline: { kind: 'never' },
} as const

/** Settlement of scheme invoices by the hospital or doctor of the scheme. */
export const schemeSettlementCalls = {
  invoices: defineCall({
    ...common,
    key: 'report/schemeInvoices',
    path: 'report/schemeInvoices',
    /** POST because the ids do not fit into a URL. If one cannot be settled, all are refused, by its visit number. */
    input: z.strictObject({
      ids: z
        .array(EntityId)
        .check(z.minLength(1, 'are required'), z.maxLength(SETTLEMENT_INVOICES_MAX, tooMany)),
    }),
    output: z.object({ result: z.array(SchemeInvoiceRow) }),
  }),
  settle: defineCall({
    ...common,
    key: 'report/settleSchemeInvoices',
    path: 'report/settleSchemeInvoices',
    /** All or none. A repeat with the same id is the same settlement. */
    input: z.strictObject({
      id: EntityId,
      mode: z.enum(SETTLEMENT_MODES, 'is required'),
      ref_no: z.optional(text(100)),
      remarks: z.optional(text(500)),
      invoices: z
        .array(z.strictObject({ appt_id: EntityId, amount: PaidAmount }))
        .check(z.minLength(1, 'are required'), z.maxLength(SETTLEMENT_INVOICES_MAX, tooMany)),
    }),
    /** One receipt per invoice, in the order of the invoices. */
    output: z.object({
      message: z.string(),
      result: z.object({ id: EntityId, receipts: z.array(ReceiptRow) }),
    }),
  }),
} as const
