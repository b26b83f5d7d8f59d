import * as z from 'zod/mini'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { InvoiceProvisionalNo, ReceiptRow, RefundRow, VisitRow, VisitStatusField } from './visit-records.ts'

/** Above zero; the server checks the client's decimals. */
export const PaidAmount = z
  .number('Amount must be numeric!')
  .check(z.gt(0, 'must be more than 0'), z.lte(99_999_999_999, 'is too large'))

const Paid = {
  id: EntityId,
  mode: z.enum(PAYMENT_MODES),
  amount: PaidAmount,
  ref_no: z.optional(text(100)),
  remarks: z.optional(text(500)),
} as const

/** One mode of a payment; its id is minted by the device. */
export const ReceiptInput = z.strictObject({
  ...Paid,
  pay_scheme_id: z.optional(z.nullable(EntityId)),
  /** The number on the paper that was printed at once, naming the device. */
  provisional_no: z.optional(text(30)),
  /** The cash that was handed over, for mode Cash: the amount or more. */
  tendered: z.optional(PaidAmount),
})
const RefundInput = z.strictObject({
  ...Paid,
  /** The insurer that gets the money back, for mode Insurance; optional if only one insurer paid. */
  pay_scheme_id: z.optional(z.nullable(EntityId)),
})
/** Why money is refunded. Required, unless the remarks of each mode give the reason. */
const REFUND_REASON = z.optional(text(500))

/** Most modes of one Record Payment or Create Refund. */
const MODES_MAX = PAYMENT_MODES.length

const common = { module: 'appointment_system', base: 'php', method: 'POST' } as const
const Receipts = z.object({
  message: z.string(),
  result: z.object({ receipts: z.array(ReceiptRow), visit: VisitRow }),
})
const Refunds = z.object({
  message: z.string(),
  result: z.object({ refunds: z.array(RefundRow), visit: VisitRow }),
})

/** The totals of one mode in a drawer. */
export const DrawerMode = z.object({
  mode: z.string(),
  received: z.number(),
  receipts: z.int(),
  refunded: z.number(),
  refunds: z.int(),
  /** Receipts less refunds that the person cancelled on this day. */
  taken_back: z.number(),
  /** received - refunded - taken_back. */
  net: z.number(),
})
export type DrawerMode = z.output<typeof DrawerMode>

/** Money over the balance with the visit that it was received for, for people who settle it. */
export const UnallocatedReceipt = z.extend(ReceiptRow, {
  visit_no: z.string(),
  patient_id: EntityId,
  pat_id: z.string(),
  name: z.string(),
  /** Other visits of the patient that still owe something, and the patient's part of it. */
  owing: z.array(z.object({ id: EntityId, visit_no: z.string(), start_dt: Instant, receivable: z.number() })),
})
export type UnallocatedReceipt = z.output<typeof UnallocatedReceipt>

/** A visit with money to refund. */
export const OpenRefund = z.object({
  id: EntityId,
  branch_id: EntityId,
  visit_no: z.string(),
  pat_id: z.string(),
  name: z.string(),
  start_dt: Instant,
  status: VisitStatusField,
  net_charges: z.number(),
  paid: z.number(),
  /** What the patient paid beyond the patient's part. */
  to_refund: z.number(),
  /** What the hospital or doctor of the scheme paid beyond the rest. */
  to_return: z.number(),
  /** The last day on which money of the visit moved; null if unknown. */
  last_money_day: z.nullable(Day),
})
export type OpenRefund = z.output<typeof OpenRefund>

/** A closed day of one person's drawer. */
export const DayClose = z.object({
  id: EntityId,
  branch_id: EntityId,
  branch: z.string(),
  user_id: EntityId,
  user: z.string(),
  day: Day,
  modes: z.array(DrawerMode),
  recorded_cash: z.number(),
  counted_cash: z.number(),
  /** counted - recorded. */
  difference: z.number(),
  /** The first count, made before the recorded cash was revealed; null if nothing was counted before the close. */
  first_counted: z.nullable(z.number()),
  /** How often it was counted. */
  counts: z.int(),
  note: z.string(),
  closed_on: Instant,
  closed_by: z.string(),
})
export type DayClose = z.output<typeof DayClose>

/** The contents of a person's drawer on a day that no close has counted, and related data. */
export const Drawer = z.object({
  modes: z.array(DrawerMode),
  /** Absent in blind mode until somebody has counted the drawer; `modes` then omit cash too. */
  recorded_cash: z.optional(z.number()),
  /** The last count that no close has used yet; null if there is none. */
  counted: z.nullable(z.object({ counted_cash: z.number(), counted_on: Instant })),
  /** The branch's for people who settle it, otherwise the person's own. */
  unallocated: z.array(UnallocatedReceipt),
  /** The person's closes at this branch, newest first. */
  closes: z.array(DayClose),
  /** People whose drawers the caller may view. */
  people: z.array(z.object({ id: EntityId, name: z.string() })),
  /** Other days of the person with money that no close has counted. */
  open_days: z.array(Day),
})
export type Drawer = z.output<typeof Drawer>

/** One number of a series and its outcome. */
export const SeriesNumber = z.object({
  no: z.string(),
  kind: z.enum(['receipt', 'refund']),
  status: z.string(),
  amount: z.number(),
  created: Instant,
  created_by: z.string(),
  /** Why it was cancelled. */
  reason: z.string(),
})
export type SeriesNumber = z.output<typeof SeriesNumber>

/** Numbers that were never assigned in this history, from first to last, and the restore that skipped them. */
const SeriesGap = z.object({
  kind: z.enum(['receipt', 'refund']),
  first: z.string(),
  last: z.string(),
  /** When the server was restored, and from which backup. */
  restored: Instant,
  backup: Instant,
})
export type SeriesGap = z.output<typeof SeriesGap>

/**
 * The patient and branch of the money, for a visit that the server does not have yet: money does not wait for a
 * booking that was refused (docs/decisions/267).
 */
const NewVisit = z.strictObject({ patient_id: EntityId, branch_id: EntityId, is_radiology: Flag })

/** Receipts, refunds, day close (docs/money.md). */
export const paymentCalls = {
  createReceipts: defineCall({
    ...common,
    access: 'create_receipt',
    key: 'appt/createReceipts',
    path: 'appt/createReceipts',
    // One act: its own aggregate, which depends on the visit (docs/sync.md#accepted-and-flagged).
    offline: {
      kind: 'queue',
      version: 4,
      upcast: [(input) => input, (input) => input, (input) => input],
      aggregate: ({ appt_id, receipts }) => ({ type: 'receipt', id: receipts[0]?.id ?? appt_id }),
      keepForEver: () => true,
    },
    input: z.strictObject({
      appt_id: EntityId,
      receipts: z.array(ReceiptInput).check(z.minLength(1, 'are required'), z.maxLength(MODES_MAX)),
      /** When the money was taken, by the device's clock; if taken offline, it is corrected by the skew. */
      taken_on: z.optional(Instant),
      new_visit: z.optional(NewVisit),
      invoice_provisional_no: InvoiceProvisionalNo,
    }),
    output: Receipts,
  }),
  createReceipt: defineCall({
    ...common,
    access: 'create_receipt',
    key: 'appt/createReceipt',
    path: 'appt/createReceipt',
    offline: { kind: 'never' },
    input: z.strictObject({
      ...ReceiptInput.shape,
      id: z.optional(EntityId),
      appt_id: EntityId,
    }),
    output: Receipts,
  }),
  cancelReceipt: defineCall({
    ...common,
    access: 'cancel_receipt',
    key: 'appt/cancelReceipt',
    path: 'appt/cancelReceipt',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId, appt_id: EntityId, reason: text(500) }),
    output: Receipts,
  }),
  createRefunds: defineCall({
    ...common,
    access: 'create_refund',
    key: 'appt/createRefunds',
    path: 'appt/createRefunds',
    offline: { kind: 'never' },
    input: z.strictObject({
      appt_id: EntityId,
      reason: REFUND_REASON,
      refunds: z.array(RefundInput).check(z.minLength(1, 'are required'), z.maxLength(MODES_MAX)),
    }),
    output: Refunds,
  }),
  createRefund: defineCall({
    ...common,
    access: 'create_refund',
    key: 'appt/createRefund',
    path: 'appt/createRefund',
    offline: { kind: 'never' },
    input: z.strictObject({
      ...RefundInput.shape,
      id: z.optional(EntityId),
      appt_id: EntityId,
      reason: REFUND_REASON,
    }),
    output: Refunds,
  }),
  cancelRefund: defineCall({
    ...common,
    access: 'cancel_receipt',
    key: 'appt/cancelRefund',
    path: 'appt/cancelRefund',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId, appt_id: EntityId, reason: text(500) }),
    output: Refunds,
  }),
  allocate: defineCall({
    ...common,
    access: 'close_any_day',
    key: 'appt/allocateReceipt',
    path: 'appt/allocateReceipt',
    offline: { kind: 'never' },
    /** Settles money received over the balance: it is kept as is, or moved to another visit of the patient. */
    input: z.strictObject({ id: EntityId, appt_id: EntityId, note: text(500) }),
    output: Receipts,
  }),
  drawer: defineCall({
    ...common,
    access: 'create_receipt',
    method: 'GET',
    key: 'dayclose/drawer',
    path: 'dayclose/drawer',
    offline: { kind: 'never' },
    /** The records of a person (by default the caller) on a day since its last close. */
    input: z.strictObject({
      branch_id: EntityId,
      day: Day,
      user_id: z.optional(EntityId),
      /** 1 omits the recorded cash until the drawer was counted. */
      blind: z.optional(z.enum(['0', '1'])),
    }),
    output: resultOf(Drawer),
  }),
  countDay: defineCall({
    ...common,
    access: 'create_receipt',
    key: 'dayclose/count',
    path: 'dayclose/count',
    offline: { kind: 'never' },
    /** Stores the count of a drawer, and only then returns the recorded amount. */
    input: z.strictObject({
      id: EntityId,
      branch_id: EntityId,
      day: Day,
      user_id: z.optional(EntityId),
      counted_cash: z.number().check(z.gte(0, 'is not below 0')),
    }),
    output: resultOf(z.object({ counted_cash: z.number(), recorded_cash: z.number() })),
  }),
  openRefunds: defineCall({
    ...common,
    access: 'create_receipt',
    method: 'GET',
    key: 'appt/openRefunds',
    path: 'appt/openRefunds',
    offline: { kind: 'never' },
    /** Visits with money to refund, of a branch or of all of the caller's; the oldest money first. */
    input: z.strictObject({ branch_id: z.optional(EntityId) }),
    output: resultOf(z.object({ visits: z.array(OpenRefund), is_whole: Flag })),
  }),
  closeDay: defineCall({
    ...common,
    access: 'create_receipt',
    key: 'dayclose/close',
    path: 'dayclose/close',
    offline: { kind: 'never' },
    input: z.strictObject({
      id: EntityId,
      branch_id: EntityId,
      day: Day,
      user_id: z.optional(EntityId),
      counted_cash: z.number().check(z.gte(0, 'is not below 0')),
      /** Required if counted and recorded differ. */
      note: z.optional(text(1000)),
      /** The recorded amount that the page showed: money received meanwhile must be reviewed first. */
      recorded_cash: z.number(),
    }),
    output: z.object({ message: z.string(), result: z.object({ close: DayClose }) }),
  }),
  series: defineCall({
    ...common,
    access: 'close_any_day',
    method: 'GET',
    key: 'dayclose/series',
    path: 'dayclose/series',
    offline: { kind: 'never' },
    /** Every receipt and refund number of a branch between two days with its outcome, so that no gap is unexplained. */
    input: z.strictObject({ branch_id: EntityId, from_date: Day, to_date: Day }),
    output: resultOf(
      z.object({
        numbers: z.array(SeriesNumber),
        missing: z.array(z.string()),
        /** Numbers that a restore skipped, because they may be on papers from after the backup. */
        gaps: z.array(SeriesGap),
        is_whole: Flag,
      }),
    ),
  }),
} as const
