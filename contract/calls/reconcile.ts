import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant } from '../kernel/fields.ts'
import { AsAt, SalesTotals } from './sales-records.ts'

/** Why two columns of a day differ. */
export const DIFFERENCE_KINDS = ['not_counted', 'cash_difference', 'future'] as const
/** Other remarks about the day, which change no column. */
export const NOTE_KINDS = [
  'arrived_late',
  'cancelled_since',
  'unallocated',
  'scheme',
  'hidden_discount',
] as const

/** Most entries of one group in a response; `count` and `amount` cover all. */
export const ENTRIES_MAX = 500

/** One receipt, refund, invoice or close of a group. */
export const ReconcileEntry = z.object({
  id: EntityId,
  kind: z.enum(['Receipt', 'Refund', 'Invoice', 'Close']),
  /** `Cancelled` if the movement is a cancellation. */
  side: z.enum(['Taken', 'Cancelled']),
  /** Null for a close. */
  visit_id: z.nullable(EntityId),
  visit_no: z.string(),
  pat_name: z.string(),
  /** The number of the receipt or refund; empty for invoices and closes. */
  no: z.string(),
  mode: z.string(),
  person: z.string(),
  /** When it reached the server. */
  at: Instant,
  belongs_day: z.nullable(Day),
  /** A person's text: remarks of a payment, the note of a close. */
  remarks: z.string(),
  /** Its contribution to the net of the day; for invoices, the amount that the group is about. */
  amount: z.number(),
})
export type ReconcileEntry = z.output<typeof ReconcileEntry>

const group = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  z.object({ kind: z.enum(kinds), count: z.int(), amount: z.number(), entries: z.array(ReconcileEntry) })

const Columns = {
  /** The totals of the day's closes: cash as counted, other modes as recorded. */
  drawers: z.number(),
  /** Receipts less refunds, each side on its own day. */
  receipts: z.number(),
  /** The collection summary, which excludes money for later visits. */
  collection: z.number(),
  /** "Total Payment" of the BI dashboard. */
  bi: z.number(),
} as const

/** The money of one branch and day according to four sources. */
export const Reconciliation = z.object({
  modes: z.array(z.object({ mode: z.string(), ...Columns })),
  total: z.object(Columns),
  /** Number of closes of the day; zero means that nobody has counted yet. */
  closes: z.int(),
  differences: z.array(group(DIFFERENCE_KINDS)),
  notes: z.array(group(NOTE_KINDS)),
  /** The amounts that no difference above explains; 0 in consistent books. */
  unexplained: z.object({ drawers: z.number(), collection: z.number(), bi: z.number() }),
  /** Invoices of the visits that start on the day. */
  invoices: SalesTotals,
})
export type Reconciliation = z.output<typeof Reconciliation>

export const reconcileCalls = {
  day: defineCall({
    module: 'appointment_system',
    base: 'php',
    method: 'GET',
    // The handler requires sales_report or close_any_day, and a role that may read all sales.
    access: 'session',
    key: 'reconcile/day',
    path: 'reconcile/day',
    offline: { kind: 'never' },
    input: z.strictObject({ branch_id: EntityId, day: Day }),
    output: z.object({ result: Reconciliation, as_at: AsAt }),
  }),
} as const
