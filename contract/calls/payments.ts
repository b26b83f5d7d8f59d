import * as z from 'zod/mini'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { InvoiceProvisionalNo, ReceiptRow, RefundRow, VisitRow, VisitStatusField } from './visit-records.ts'

/** Above zero; the client's decimals are checked by the server. */
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
  /** What the paper says that was printed at once, naming the device. */
  provisional_no: z.optional(text(30)),
  /** The cash that was handed over, of mode Cash: the amount or more. */
  tendered: z.optional(PaidAmount),
})
const RefundInput = z.strictObject({
  ...Paid,
  /** The insurer that gets the money back, of mode Insurance; may be left out where one insurer alone paid. */
  pay_scheme_id: z.optional(z.nullable(EntityId)),
})
/** Why money goes back. Required, unless the remarks of each mode say it. */
const REFUND_REASON = z.optional(text(500))

/** Record Payment and Create Refund take at most so many modes at once. */
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

/** What one mode came to in a drawer. */
export const DrawerMode = z.object({
  mode: z.string(),
  received: z.number(),
  receipts: z.int(),
  refunded: z.number(),
  refunds: z.int(),
  /** Of receipts, less refunds, that the person cancelled on this day. */
  taken_back: z.number(),
  /** received - refunded - taken_back. */
  net: z.number(),
})
export type DrawerMode = z.output<typeof DrawerMode>

/** Money over the balance with the visit that it came in for, for who settles it. */
export const UnallocatedReceipt = z.extend(ReceiptRow, {
  visit_no: z.string(),
  patient_id: EntityId,
  pat_id: z.string(),
  name: z.string(),
  /** Other visits of the patient that still owe something, and how much of it the patient does. */
  owing: z.array(z.object({ id: EntityId, visit_no: z.string(), start_dt: Instant, receivable: z.number() })),
})
export type UnallocatedReceipt = z.output<typeof UnallocatedReceipt>

/** A visit that holds money which is to go back. */
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
  /** What the patient paid over the own part. */
  to_refund: z.number(),
  /** What the hospital or doctor of the scheme paid over the rest. */
  to_return: z.number(),
  /** The last day on which money of the visit moved; null where it is not known. */
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
  /** What was counted first, before the recorded cash was told; null where nothing was counted ahead of the close. */
  first_counted: z.nullable(z.number()),
  /** How often it was counted. */
  counts: z.int(),
  note: z.string(),
  closed_on: Instant,
  closed_by: z.string(),
})
export type DayClose = z.output<typeof DayClose>

/** What lies in a person's drawer of a day and no close has counted, and what is known around it. */
export const Drawer = z.object({
  modes: z.array(DrawerMode),
  /** Absent while the drawer is asked for blind and nobody has counted it; `modes` then leave cash out too. */
  recorded_cash: z.optional(z.number()),
  /** The last count that no close has taken yet; null where there is none. */
  counted: z.nullable(z.object({ counted_cash: z.number(), counted_on: Instant })),
  /** Of the branch for who settles it, otherwise the person's own. */
  unallocated: z.array(UnallocatedReceipt),
  /** The person's closes at this branch, newest first. */
  closes: z.array(DayClose),
  /** Whose drawers the caller may look into. */
  people: z.array(z.object({ id: EntityId, name: z.string() })),
  /** Other days of the person that hold money which no close has counted. */
  open_days: z.array(Day),
})
export type Drawer = z.output<typeof Drawer>

/** One number of a series and what became of it. */
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

/** Numbers that were never given in this history, from the first to the last, and the restore that left them out. */
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
 * Whose money it is and where it was taken, for a visit that the server does not have yet: money does not wait for a
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
      /** When the money was taken, by the device's clock; for what was taken without a network it is corrected by the skew. */
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
    /** A person settles money that came in over the balance: it is kept as it is, or moved to another visit of the patient. */
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
    /** What is recorded of a person (the caller's own without `user_id`) on a day since the last close of it. */
    input: z.strictObject({
      branch_id: EntityId,
      day: Day,
      user_id: z.optional(EntityId),
      /** 1 leaves out the recorded cash until the drawer was counted. */
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
    /** Keeps what was counted in a drawer, and only then tells what is recorded. */
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
    /** Visits that hold money which is to go back, of a branch or of all of the caller's; the oldest money first. */
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
      /** Required where counted and recorded differ. */
      note: z.optional(text(1000)),
      /** What the page showed as recorded: money that came in meanwhile is looked at first. */
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
    /** Every number of receipts and refunds of a branch between two days, with what became of it: none is missing unexplained. */
    input: z.strictObject({ branch_id: EntityId, from_date: Day, to_date: Day }),
    output: resultOf(
      z.object({
        numbers: z.array(SeriesNumber),
        missing: z.array(z.string()),
        /** Numbers that a restore left out, because they may stand on papers from after the backup. */
        gaps: z.array(SeriesGap),
        is_whole: Flag,
      }),
    ),
  }),
} as const
