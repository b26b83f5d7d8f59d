import * as z from 'zod/mini'
import { isMonth } from '#domain/money/month-lock.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

/** A calendar month: YYYY-MM. */
export const Month = z.string().check(z.refine(isMonth, 'must be a month'))

/** The totals of a branch's month: movements of money by mode, and the invoices of the visits that start in it. */
export const MonthTotals = z.object({
  received: z.number(),
  refunded: z.number(),
  /** received - refunded. */
  net: z.number(),
  modes: z.array(z.object({ mode: z.string(), received: z.number(), refunded: z.number(), net: z.number() })),
  invoices: z.object({
    visits: z.int(),
    charges: z.number(),
    discount: z.number(),
    net_charges: z.number(),
  }),
})
export type MonthTotals = z.output<typeof MonthTotals>

/** One version of a locked month; its totals are from the time of locking. */
export const MonthLock = z.object({
  id: EntityId,
  branch_id: EntityId,
  month: Month,
  /** 1 for the first lock of the month; increases with each unlocking. */
  version: z.int(),
  totals: MonthTotals,
  /** Movements of money in the month. */
  rows: z.int(),
  /** Hash of the movements, as 64 hex digits. */
  sha256: z.string(),
  locked_on: Instant,
  locked_by: z.string(),
  unlocked_on: z.nullable(Instant),
  unlocked_by: z.string(),
  unlock_reason: z.string(),
})
export type MonthLock = z.output<typeof MonthLock>

/** A month of a branch with all versions of its lock, newest first. */
export const BranchMonth = z.object({
  month: Month,
  is_locked: Flag,
  /** Why it cannot be locked now; empty if it can, or is locked. */
  refusal: z.string(),
  locks: z.array(MonthLock),
})
export type BranchMonth = z.output<typeof BranchMonth>

/** A locked month compared with the current books. */
export const MonthCheck = z.object({
  lock: MonthLock,
  now: z.object({ totals: MonthTotals, rows: z.int(), sha256: z.string() }),
  /** The movements are unchanged. */
  is_same: Flag,
  /** So are the sums of the invoices; they change if a scan is cancelled later. */
  are_invoices_same: Flag,
})
export type MonthCheck = z.output<typeof MonthCheck>

const common = {
  module: 'appointment_system',
  base: 'php',
  offline: { kind: 'never' },
} as const

const Locked = z.object({ message: z.string(), result: z.object({ lock: MonthLock }) })

/** Months of a branch that are closed for money (docs/decisions/189). */
export const monthLockCalls = {
  list: defineCall({
    ...common,
    method: 'GET',
    // The handler requires sales_report, close_any_day or lock_month.
    access: 'session',
    key: 'monthlock/list',
    path: 'monthlock/list',
    /** Months from the first with money or a lock to the current one, newest first; at most 120. */
    input: z.strictObject({ branch_id: EntityId }),
    output: resultOf(z.object({ months: z.array(BranchMonth) })),
  }),
  check: defineCall({
    ...common,
    method: 'GET',
    access: 'session',
    key: 'monthlock/check',
    path: 'monthlock/check',
    input: z.strictObject({ branch_id: EntityId, month: Month }),
    output: resultOf(MonthCheck),
  }),
  lock: defineCall({
    ...common,
    method: 'POST',
    access: 'lock_month',
    key: 'monthlock/lock',
    path: 'monthlock/lock',
    /** Only a month that is over at the branch, once every earlier month with money is locked. */
    input: z.strictObject({ id: EntityId, branch_id: EntityId, month: Month }),
    output: Locked,
  }),
  unlock: defineCall({
    ...common,
    method: 'POST',
    access: 'lock_month',
    key: 'monthlock/unlock',
    path: 'monthlock/unlock',
    input: z.strictObject({ id: EntityId, reason: text(500) }),
    output: Locked,
  }),
} as const
