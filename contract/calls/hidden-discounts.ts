import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, text } from '../kernel/fields.ts'
import { SalesRange, wholeRange } from './sales-filters.ts'
import { AsAt, SalesScope } from './sales-records.ts'

/** A visit that cash was received for, with its special management discount. */
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
  /** Why it was given; empty while there is none. */
  reason: z.string(),
})
export type CashPaidVisit = z.output<typeof CashPaidVisit>

/** Visits of one list and records of one act at most. */
export const CASH_VISITS_MAX = 1000

const common = {
  module: 'special_mgmt_discount',
  access: 'special_mgmt_discount',
  base: 'api',
  offline: { kind: 'never' },
} as const

/** Special management discounts: records beside the invoice that change no receipt, balance or printed paper. */
export const hiddenDiscountCalls = {
  cashPaidVisits: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/cashPaidVisits',
    path: 'appt/cashPaidVisits',
    input: z.strictObject(SalesRange).check(wholeRange),
    output: z.object({
      /** Newest first; `is_whole` is false where more match than are named. */
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
    /** Records that change nothing are left out; one that does is needed. All of them or none. */
    input: z.strictObject({
      reason: text(500),
      records: z
        .array(
          z.strictObject({
            appt_id: EntityId,
            hidden_discount: z
              .number('must be a number')
              .check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large')),
            /** What the reader saw: another one by now is a conflict. */
            seen: z.number(),
          }),
        )
        .check(z.minLength(1, 'are required'), z.maxLength(CASH_VISITS_MAX)),
    }),
    output: z.object({ message: z.string(), result: z.array(CashPaidVisit) }),
  }),
} as const
