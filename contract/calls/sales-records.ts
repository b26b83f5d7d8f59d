import * as z from 'zod/mini'
import { VISIT_POSITIONS } from '#domain/money/sales/sales-filters.ts'
import { PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { Day, EntityId, Flag, Instant } from '../kernel/fields.ts'
import { Page } from '../kernel/paging.ts'
import { VisitStatusField } from './visit-records.ts'

/*
 * Rows and sums of sales. Amounts are numbers with the client's decimals, computed in whole minor
 * units.
 */

/** The moment of the figures: the position of the client's change feed, and the server's time. */
export const AsAt = z.object({ pos: z.int(), at: Instant })
export type AsAt = z.output<typeof AsAt>

/** Sums of visits or invoices that are not cancelled. */
export const SalesTotals = z.object({
  /** Number of visits; in the service list, number of services. */
  visits: z.int(),
  charges: z.number(),
  discount: z.number(),
  /** Total of special management discounts; null for callers without the module. */
  hidden_discount: z.nullable(z.number()),
  net_charges: z.number(),
  paid: z.number(),
  balance: z.number(),
})
export type SalesTotals = z.output<typeof SalesTotals>

/** A department's share of visits or invoices; the shares of all departments add up to the total. */
export const DepartmentSum = z.object({
  /** Null for services without a department. */
  department_id: z.nullable(EntityId),
  department: z.string(),
  ...SalesTotals.shape,
})
export type DepartmentSum = z.output<typeof DepartmentSum>

/** Departments by name with their total; `visits` of the total counts each visit once. */
export const DepartmentSummary = z.object({ departments: z.array(DepartmentSum), total: SalesTotals })
export type DepartmentSummary = z.output<typeof DepartmentSummary>

/** Money by mode, receipts less refunds and cancellations. */
export const ModeAmount = z.object({ mode: z.string(), amount: z.number() })

/** The parts that a reader's role excludes, so that a screen can say so. */
export const SalesScope = z.object({
  self_created: Flag,
  invoices: z.enum(['All', 'Paid_Only', 'Pending_Only']),
})

/** A list of sales: one page, the sums of all its pages, and the moment of both. */
export const salesListOf = <Row extends z.ZodMiniType, Totals extends z.ZodMiniType>(
  row: Row,
  totals: Totals,
) =>
  z.object({
    result: z.object({ data: z.array(row), page: Page, totals }),
    as_at: AsAt,
    scope: SalesScope,
  })

/** The same rows for a file, without sums, which are a separate query. */
export const salesFileOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ result: z.object({ data: z.array(row), page: Page }), as_at: AsAt, scope: SalesScope })

/** Other sales figures with their moment. */
export const figuresOf = <Result extends z.ZodMiniType>(result: Result) =>
  z.object({ result, as_at: AsAt, scope: SalesScope })

const Patient = {
  patient_id: EntityId,
  pat_id: z.string(),
  pat_name: z.string(),
} as const

const Amounts = {
  charges: z.number(),
  discount: z.number(),
  net_charges: z.number(),
  paid: z.number(),
  balance: z.number(),
} as const

/** An invoice: a visit that has started or received money (docs/decisions/192). */
export const InvoiceRow = z.object({
  /** Empty for an invoice from before invoices had their own numbers. */
  invoice_no: z.string(),
  invoice_date: z.nullable(Day),
  /** The visit's. */
  id: EntityId,
  start_dt: Instant,
  branch_id: EntityId,
  branch: z.string(),
  status: VisitStatusField,
  created_by: z.nullable(EntityId),
  created_by_name: z.string(),
  payment_status: z.enum(PAYMENT_STATUSES),
  ...Patient,
  ref_dr_scheme_id: z.nullable(EntityId),
  ref_dr_scheme_type: z.enum(['', 'Doctor', 'Hospital']),
  scheme: z.string(),
  /** Percent of the net that the patient owes. */
  patient_share: z.number(),
  visit_no: z.string(),
  services: z.array(z.object({ modality: z.string(), name: z.string() })),
  /** The distinct referrers of the invoice, by name. */
  referred_by: z.array(z.string()),
  referred_by_dr: z.array(z.string()),
  referred_by_hospital: z.array(z.string()),
  referred_by_other: z.array(z.string()),
  ref_dr_id: z.nullable(EntityId),
  ref_hospital_id: z.nullable(EntityId),
  remarks: z.array(z.object({ text: z.string(), created_by: z.string() })),
  ...Amounts,
  /** Null for callers without the module of special management discounts. */
  hidden_discount: z.nullable(z.number()),
  /** Receipts by mode, without refunds. */
  modes_received: z.array(ModeAmount),
  /** Refunded amount; `paid` is received less refunded. */
  refund: z.number(),
})
export type InvoiceRow = z.output<typeof InvoiceRow>

/** A service of an invoice with its share of the paid amount (docs/decisions/193). */
export const ServiceRow = z.object({
  /** The service line's id; for combined laboratory tests, the first one's. */
  id: EntityId,
  appt_id: EntityId,
  visit_no: z.string(),
  start_dt: Instant,
  branch_id: EntityId,
  branch: z.string(),
  ...Patient,
  /** Combined tests share one row with all their names. */
  service_name: z.string(),
  package: z.string(),
  islaboratory: Flag,
  modality: z.string(),
  department_id: z.nullable(EntityId),
  department: z.string(),
  machine: z.string(),
  /** The doctor who signed, else the one assigned. */
  radiologist: z.string(),
  referred_by_dr: z.string(),
  referred_by_hospital: z.string(),
  other_ref_drs: z.array(z.string()),
  payment_status: z.enum(PAYMENT_STATUSES),
  scheme: z.string(),
  ...Amounts,
  inv_net_charges: z.number(),
  inv_paid: z.number(),
  inv_hidden_discount: z.nullable(z.number()),
  /** For the whole invoice. */
  modes_received: z.array(ModeAmount),
})
export type ServiceRow = z.output<typeof ServiceRow>

/** One side of a receipt or refund: it counts + on its day and - on the day of its cancellation. */
export const ReceiptMovement = z.object({
  /** The receipt's or refund's. */
  id: EntityId,
  kind: z.enum(['Receipt', 'Refund']),
  side: z.enum(['Taken', 'Cancelled']),
  branch_id: EntityId,
  branch: z.string(),
  /** The day on which it counts. */
  day: Day,
  created: Instant,
  /** The true day of money whose month was locked when it arrived. */
  belongs_day: z.nullable(Day),
  appt_id: EntityId,
  ...Patient,
  visit_no: z.string(),
  visit_date: Instant,
  visit_place: z.enum(VISIT_POSITIONS),
  receipt_no: z.string(),
  received_by_id: z.nullable(EntityId),
  received_by: z.string(),
  mode: z.string(),
  pay_scheme: z.string(),
  /** The hospital or doctor that paid it by a settlement of scheme invoices; otherwise empty. */
  payer: z.string(),
  ref_no: z.string(),
  remarks: z.string(),
  is_unallocated: Flag,
  /** The visit's, on its first cash receipt that counts; null for callers without the module. */
  hidden_discount: z.nullable(z.number()),
  /** Below zero if it was cancelled. A refund's amount is positive; the net subtracts it. */
  amount: z.number(),
})
export type ReceiptMovement = z.output<typeof ReceiptMovement>

/** Sums of movements: receipts, refunds, and what remains. */
export const ReceiptTotals = z.object({
  rows: z.int(),
  received: z.number(),
  refunded: z.number(),
  net: z.number(),
  hidden_discount: z.nullable(z.number()),
})
export type ReceiptTotals = z.output<typeof ReceiptTotals>

const Noted = z.object({ count: z.int(), amount: z.number() })

/** What was billed and received between two days (docs/decisions/188 and 192). */
export const CollectionSummary = z.object({
  invoice: z.object({
    ...SalesTotals.shape,
    /** In the movements of the range: money of cancelled visits, or of visits whose services are all cancelled. */
    paid_for_cancelled: z.number(),
  }),
  /** Receipts less refunds of the range. */
  net_received: z.number(),
  /** The part for visits that started before the range, and the rest. */
  net_received_prev: z.number(),
  net_received_ex_prev: z.number(),
  /** Money of visits that start after the range, whether included above or not. */
  net_received_future: z.number(),
  total_received_mode_wise: z.array(
    z.object({
      ...ModeAmount.shape,
      amount_ex_prev: z.number(),
      prev_amt: z.number(),
      refund: z.number(),
      net: z.number(),
      /** Movements, including cancellations. */
      count: z.int(),
    }),
  ),
  total_refund_mode_wise: z.array(ModeAmount),
  user_wise_received: z.array(
    z.object({
      created_by: z.nullable(EntityId),
      created_by_name: z.string(),
      ...ModeAmount.shape,
      refund: z.number(),
      net: z.number(),
      hidden_discount: z.nullable(z.number()),
    }),
  ),
  /** Received money by the month of its visits, oldest first. */
  rcvd_between_dates: z.array(
    z.object({
      label: z.string(),
      value: z.number(),
      /** The days of the visits, as a filter of the list of receipts. */
      filterDate: z.object({ visit_from_date: Day, visit_to_date: Day }),
    }),
  ),
  arrived_after_close: Noted,
  cancelled_since: Noted,
})
export type CollectionSummary = z.output<typeof CollectionSummary>
