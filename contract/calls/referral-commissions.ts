import * as z from 'zod/mini'
import { COMMISSION_STATUSES } from '#domain/status/commission-status.ts'
import { PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant } from '../kernel/fields.ts'
import { Page } from '../kernel/paging.ts'
import { SalesAllPage, SalesPage, SalesRange, wholeRange } from './sales-filters.ts'
import { AsAt, SalesScope } from './sales-records.ts'

export const REFERRER_TYPES = ['Doctor', 'Hospital'] as const

/** A row is identified by line and recipient: the doctor and the hospital of a line have one each. */
const CommissionKey = { id: EntityId, ref_doctor_type: z.enum(REFERRER_TYPES) } as const

/** The commission of a service line. */
export const CommissionRow = z.object({
  ...CommissionKey,
  /** The revision that an edit is based on; 0 if nobody has changed the row. */
  rev: z.int(),
  referred_by: z.string(),
  ref_dr_id: EntityId,
  /** In a doctor's row: the hospital that also referred; otherwise empty. */
  ref_hospital: z.string(),
  appt_id: EntityId,
  visit_no: z.string(),
  branch_id: EntityId,
  branch: z.string(),
  start_dt: Instant,
  pat_id: z.string(),
  pat_name: z.string(),
  service: z.string(),
  department: z.string(),
  net_charges: z.number(),
  paid: z.number(),
  balance: z.number(),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The amount owed to the referrer: by the frozen rate, or as set by a person. */
  commission: z.number(),
  is_edited: z.boolean(),
  commission_status: z.enum(COMMISSION_STATUSES),
  settled_on: z.nullable(Instant),
  settled_by_name: z.string(),
  /** Offset against scheme invoices in mode Commission. */
  is_used: z.boolean(),
  /** The amount that was offset; the rest remains to be settled. */
  used_amount: z.number(),
  /** The amount still to be paid out: zero once settled, otherwise the part that was not offset. */
  to_pay: z.number(),
})
export type CommissionRow = z.output<typeof CommissionRow>

/** Sums of all pages. */
export const CommissionTotals = z.object({
  rows: z.int(),
  net_charges: z.number(),
  paid: z.number(),
  balance: z.number(),
  commission: z.number(),
  to_pay: z.number(),
})
export type CommissionTotals = z.output<typeof CommissionTotals>

const CommissionFilter = {
  ...SalesRange,
  /** Doctors' or hospitals' commissions; both if absent. */
  ref_doctor_type: z.optional(z.enum(REFERRER_TYPES)),
  ref_dr_id: z.optional(EntityId),
  /** The invoice's. */
  payment_status: z.optional(z.enum(PAYMENT_STATUSES)),
  commission_status: z.optional(z.enum(COMMISSION_STATUSES)),
} as const

const Filter = z.strictObject(CommissionFilter)
export type CommissionFilter = z.output<typeof Filter>

/** Most rows in one settlement. */
export const SETTLE_MAX = 1000

const common = {
  module: 'appointment_system',
  base: 'php',
  access: 'referral_commission_report',
  offline: { kind: 'never' },
} as const
const Rows = z.array(CommissionRow)

/** Referral commissions. */
export const referralCommissionCalls = {
  list: defineCall({
    ...common,
    method: 'GET',
    key: 'report/referralCommissions',
    path: 'report/referralCommissions',
    input: z.strictObject({ ...SalesPage, ...CommissionFilter }).check(wholeRange),
    output: z.object({
      result: z.object({ data: Rows, page: Page, totals: CommissionTotals }),
      as_at: AsAt,
      scope: SalesScope,
    }),
  }),
  all: defineCall({
    ...common,
    method: 'GET',
    key: 'report/referralCommissions/ALL',
    path: 'report/referralCommissions/ALL',
    input: z.strictObject({ ...SalesAllPage, ...CommissionFilter }).check(wholeRange),
    output: z.object({ result: z.object({ data: Rows, page: Page }), as_at: AsAt, scope: SalesScope }),
  }),
  settle: defineCall({
    ...common,
    method: 'POST',
    key: 'report/markReferralCommissionSettled',
    path: 'report/markReferralCommissionSettled',
    /** All or none. */
    input: z.strictObject({
      data: z
        .array(z.strictObject(CommissionKey))
        .check(z.minLength(1, 'are required'), z.maxLength(SETTLE_MAX, `are at most ${SETTLE_MAX}`)),
    }),
    output: z.object({ message: z.string(), result: Rows }),
  }),
  update: defineCall({
    ...common,
    method: 'POST',
    key: 'report/updateReferralCommission',
    path: 'report/updateReferralCommission',
    input: z.strictObject({
      ...CommissionKey,
      commission: z
        .number('must be a number')
        .check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large')),
      /** The revision that the caller saw; a row that was changed since is a conflict. */
      rev: z.optional(z.int()),
    }),
    output: z.object({ message: z.string(), result: CommissionRow }),
  }),
} as const
