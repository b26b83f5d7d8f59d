import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, text } from '../kernel/fields.ts'
import { SalesRange, wholeRange } from './sales-filters.ts'
import { AsAt, SalesScope } from './sales-records.ts'

/** A visit with cash receipts, and its special management discount. */
export const CashPaidVisit = z.object({
  appt_id: EntityId,
  visit_no: z.string(),
  branch_id: EntityId,
  branch: z.string(),
  start_dt: Instant,
  pat_id: z.string(),
  pat_name: z.string(),
  net_charges: z.number(),
  paid: z.number(),
  /** Cash received less cash refunded: the most that the discount may be. */
  cash: z.number(),
  hidden_discount: z.number(),
  /** Why it was given; empty if there is none. */
  reason: z.string(),
})
export type CashPaidVisit = z.output<typeof CashPaidVisit>

/** Most visits of one list and records of one save. */
export const CASH_VISITS_MAX = 1000

const common = {
  module: 'special_mgmt_discount',
  access: 'special_mgmt_discount',
  base: 'api',
  offline: { kind: 'never' },
} as const

/** Special management discounts: separate records that change no receipt, balance or printed paper. */
export const hiddenDiscountCalls = {
  cashPaidVisits: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/cashPaidVisits',
    path: 'appt/cashPaidVisits',
    input: z.strictObject(SalesRange).check(wholeRange),
    output: z.object({
      /** Newest first; `is_whole` is false if more match than are returned. */
      result: z.object({ visits: z.array(CashPaidVisit), is_whole: z.boolean() }),
      as_at: AsAt,
      scope: SalesScope,
    }),
  }),
  setHiddenDiscount: defineCall({
    ...common,
    method: 'POST',
    key: 'appt/setHiddenDiscount',
    path: 'appt/setHiddenDiscount',
    /** Records that change nothing are ignored, but at least one must change something. All or none. */
    input: z.strictObject({
      reason: text(500),
      records: z
        .array(
          z.strictObject({
            appt_id: EntityId,
            hidden_discount: z
              .number('must be a number')
              .check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large')),
            /** The value that the caller saw: a different current one is a conflict. */
            seen: z.number(),
          }),
        )
        .check(z.minLength(1, 'are required'), z.maxLength(CASH_VISITS_MAX)),
    }),
    output: z.object({ message: z.string(), result: z.array(CashPaidVisit) }),
  }),
} as const
