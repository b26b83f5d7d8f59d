import * as z from 'zod/mini'
import {
  PREV_PENDING_FLAGS,
  REF_SCHEME_FILTERS,
  rangeProblem,
  SALES_ORDERS,
  VISIT_POSITIONS,
} from '#domain/money/sales/sales-filters.ts'
import { PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { findDay } from '#domain/time/zones.ts'
import { Day, EntityId, IdList, text } from '../kernel/fields.ts'

/** Page sizes of visits and sales; 20 is the default. */
export const SALES_PAGE_SIZES = [10, 20, 25, 50, 100, 500, 1000] as const
export const SALES_PAGE_SIZE = 20
const PAGE_SIZE_MIN = 10
const PAGE_SIZE_MAX = 1000

const pageSize = (usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(PAGE_SIZE_MIN), z.lte(PAGE_SIZE_MAX)), usual)
const p = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1)

/** `p` counts pages from 1; `date_desc` is the default order. */
export const SalesPage = {
  p,
  ps: pageSize(SALES_PAGE_SIZE),
  order_by: z._default(z.enum(SALES_ORDERS), 'date_desc'),
} as const
/** The same rows in larger pages, for files. */
export const SalesAllPage = { ...SalesPage, ps: pageSize(PAGE_SIZE_MAX) } as const

/**
 * Place and time: one branch, or all of the reader's if absent; both days are included and are days of each
 * branch's own zone.
 */
export const SalesRange = {
  branch_id: z.optional(EntityId),
  from_date: Day,
  to_date: Day,
} as const

/** Refuses a range that is reversed or longer than ten years, by the name of its last day. */
export const wholeRange = z.refine<{ from_date: string; to_date: string }>(
  (range) => problemOf(range) === undefined,
  {
    path: ['to_date'],
    error: ({ input }) => problemOf(input as { from_date: string; to_date: string }) ?? '',
  },
)

// The day's own field refuses an invalid day.
function problemOf({ from_date, to_date }: { from_date: string; to_date: string }): string | undefined {
  return findDay(from_date) && findDay(to_date) ? rangeProblem(from_date, to_date) : undefined
}

/** A person or department; '0' means none. */
export const IdOrNone = z.union([EntityId, z.literal('0')])
const yesNo = z.enum(['Y', 'N'])

/**
 * "Include Future Receipts". For invoices: money that moved after the range counts too. For receipts and the
 * collection: so do receipts whose visit starts after the range.
 */
export const futureReceipts = (usual: 'Y' | 'N') => z._default(yesNo, usual)

/** Filters of visits and invoices; an absent field does not filter. */
export const InvoiceFilterFields = {
  created_by: z.optional(EntityId),
  /** By the amounts of the list, which depend on `includeFutureReceipt`. */
  payment_status: z.optional(z.enum(PAYMENT_STATUSES)),
  ref_scheme: z._default(z.enum(REF_SCHEME_FILTERS), 'All'),
  ref_hospital_id: z.optional(IdOrNone),
  ref_dr_id: z.optional(IdOrNone),
  /** The amounts are then limited to the services of this department. */
  department_id: z.optional(IdOrNone),
  includeFutureReceipt: futureReceipts('N'),
} as const

/** Filters of the service list besides those of invoices. */
export const ServiceFilterFields = {
  ...InvoiceFilterFields,
  service_ids: z.optional(IdList),
  /** Whether the service has a discount. */
  is_discount: z.optional(yesNo),
  machine_id: z.optional(IdOrNone),
  /** Only BI cases: examinations of started visits, by the progress of the scan. */
  cases: z.optional(z.enum(['All', 'Ongoing', 'Completed'])),
} as const

/** Filters of the list of receipts and refunds: each line of the collection summary is one combination of them. */
export const ReceiptFilterFields = {
  kind: z._default(z.enum(['Receipt', 'Refund', 'All']), 'Receipt'),
  /** "Received By": the owner of the drawer that the money went into or came out of. */
  created_by: z.optional(EntityId),
  mode: z.optional(text(40)),
  /** `OnlyPrevious`: money of visits that started before the range. `Separate` does not filter here. */
  prev_pending_flag: z._default(z.enum(PREV_PENDING_FLAGS), 'Include'),
  visit_place: z.optional(z.enum(VISIT_POSITIONS)),
  /** Money of visits that started between these days, as in a between-dates line of the summary. */
  visit_from_date: z.optional(Day),
  visit_to_date: z.optional(Day),
  /** `Y`: money of visits that are cancelled, or whose services all are. */
  for_cancelled: z.optional(yesNo),
  /** Details of the summary: money that arrived after the day was closed, and money cancelled after the range. */
  note: z.optional(z.enum(['Arrived_After_Close', 'Cancelled_Since'])),
  includeFutureReceipt: futureReceipts('Y'),
} as const
