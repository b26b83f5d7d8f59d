import * as z from 'zod/mini'
import { PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { VISIT_STATUSES } from '#domain/status/visit-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, text } from '../kernel/fields.ts'
import { InvoiceFilterFields, SalesAllPage, SalesPage, SalesRange, wholeRange } from './sales-filters.ts'
import { DepartmentSummary, figuresOf, SalesTotals, salesFileOf, salesListOf } from './sales-records.ts'
import { VisitRow } from './visit-records.ts'

/** A visit's amounts under the list's filter; the row's own fields are the current ones of the whole visit. */
export const ListedAmounts = z.object({
  /** For the department that the filter selects, otherwise for the whole visit. */
  charges: z.number(),
  discount: z.number(),
  net_charges: z.number(),
  /** By the end of the range's last day, unless future receipts are included. */
  paid: z.number(),
  balance: z.number(),
  payment_status: z.enum(PAYMENT_STATUSES),
})
export type ListedAmounts = z.output<typeof ListedAmounts>

/** A visit of the Patients Visits list. */
export const VisitListRow = z.extend(VisitRow, {
  amounts: ListedAmounts,
  /** Null for callers without the module of special management discounts. */
  hidden_discount: z.nullable(z.number()),
})
export type VisitListRow = z.output<typeof VisitListRow>

/** Sums of all pages. */
export const VisitListTotals = z.object({
  /** Visits that are not cancelled, with their amounts; null without the right to everybody's sales. */
  sums: z.nullable(SalesTotals),
  visits: z.int(),
  /** Cancelled visits: they are never counted in sums. */
  cancelled: z.int(),
})
export type VisitListTotals = z.output<typeof VisitListTotals>

/** Filters of the list, and filters of links to it from other figures. */
export const VisitFilterFields = {
  ...SalesRange,
  ...InvoiceFilterFields,
  /** Type: 1 is radiology, 0 clinical. */
  is_radiology: z.optional(z.union([z.literal('0'), z.literal('1')])),
  status: z.optional(z.coerce.number().check(z.refine(isVisitStatus, 'is not a status of visits'))),
  /** Visit ID | Patient ID | Name. */
  k: z.optional(text(100)),
  /** `Y`: visits that have started and are not cancelled. */
  is_started: z.optional(z.enum(['Y', 'N'])),
  /** With `is_started`: the patient's first visit that started, or a later one. */
  patient_visit: z.optional(z.enum(['New', 'Repeated'])),
  gender: z.optional(z.enum(['Male', 'Female', 'Other'])),
} as const

const VisitFilter = z.strictObject(VisitFilterFields)
/** The filters of the list after validation. */
export type VisitFilter = z.output<typeof VisitFilter>

const common = {
  module: 'appointment_system',
  base: 'php',
  method: 'POST',
  access: 'appointments',
  offline: { kind: 'cache', table: 'visits' },
} as const

/** Patients Visits: POST because a patient's name may be among the filters, which must not be in a URL. */
export const visitListCalls = {
  visits: defineCall({
    ...common,
    key: 'report/visits',
    path: 'report/visits',
    input: z.strictObject({ ...SalesPage, ...VisitFilterFields }).check(wholeRange),
    output: salesListOf(VisitListRow, VisitListTotals),
  }),
  allVisits: defineCall({
    ...common,
    key: 'report/visits/ALL',
    path: 'report/visits/ALL',
    input: z.strictObject({ ...SalesAllPage, ...VisitFilterFields }).check(wholeRange),
    output: salesFileOf(VisitListRow),
  }),
  departmentSummary: defineCall({
    ...common,
    module: 'sales_report',
    access: 'sales_report',
    offline: { kind: 'never' },
    key: 'report/visitsDepartmentSummary',
    path: 'report/visitsDepartmentSummary',
    input: VisitFilter.check(wholeRange),
    output: figuresOf(DepartmentSummary),
  }),
} as const

/** Path and input of the list's PDF; it returns a file and is mounted by the server's sales feature. */
export const VISITS_PDF_PATH = 'report/visitsPdf'
export const VisitsPdfInput = z
  .strictObject({ order_by: SalesPage.order_by, ...VisitFilterFields })
  .check(wholeRange)
export type VisitsPdfInput = z.output<typeof VisitsPdfInput>

/** People who booked visits at the reader's branches, for the filter "Created By". */
export const visitCreatorCalls = {
  usersCreatedAppointments: defineCall({
    key: 'user/usersCreatedAppointments',
    module: ['appointment_system', 'sales_report'],
    base: 'api',
    method: 'GET',
    path: 'user/usersCreatedAppointments',
    access: 'session',
    offline: { kind: 'never' },
    /** `checkSelfCreated` Y: only the reader, if the role shows only the sales of their own visits. */
    input: z.strictObject({ checkSelfCreated: z.optional(z.enum(['Y', 'N'])) }),
    output: z.object({ result: z.array(z.object({ id: EntityId, name: z.string() })) }),
  }),
} as const

function isVisitStatus(status: number): boolean {
  return (VISIT_STATUSES as readonly number[]).includes(status)
}
