import * as z from 'zod/mini'
import { ORDER_STATES } from '#domain/order/order-progress.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

/** An outgoing report (docs/reports.md: F at Verified, C for later filings). */
export const DispatchRow = z.object({
  id: EntityId,
  report_no: z.int(),
  kind: z.enum(['HL7', 'XML']),
  result_status: z.enum(['F', 'C']),
  state: z.enum(['Waiting', 'Sent', 'Failed']),
  attempts: z.int(),
  /** Why the last try failed, in words; empty once it was accepted. */
  last_error: z.string(),
  /** What was missing when it was sent, in words; empty if complete, absent in responses of older servers. */
  note: z.optional(z.string()),
  created: Instant,
  sent: z.nullable(Instant),
})
export type DispatchRow = z.output<typeof DispatchRow>

/** A state of an order, reported to the sender of the order. */
export const OrderStatusRow = z.object({
  id: EntityId,
  status: z.enum(ORDER_STATES),
  state: z.enum(['Waiting', 'Sent', 'Failed']),
  attempts: z.int(),
  /** Why the last try failed, in words; empty once it was accepted. */
  last_error: z.string(),
  /** When the order reached this state. */
  reached: Instant,
  sent: z.nullable(Instant),
})
export type OrderStatusRow = z.output<typeof OrderStatusRow>

/** A report that a client's other system sends (docs/masters.md: api/sendReportInXml?token=); the body is XML. */
export const REPORT_IN_PATH = 'sendReportInXml'
/** The report of another system, fetched by the server: returns a PDF (docs/studies.md). */
export const THIRD_PARTY_PATH = 'report/thirdPartyPdf'
export const ThirdPartyInput = z.strictObject({ study_id: EntityId })

export const integrationCalls = {
  sendReportToHL7: defineCall({
    key: 'studies/sendReportToHL7',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'studies/sendReportToHL7',
    access: 'session',
    offline: { kind: 'never' },
    /** Sends the verified report again, by every channel of its branch and client. */
    input: z.strictObject({ study_id: EntityId, report_no: z.int().check(z.gte(1), z.lte(5)) }),
    output: z.object({ message: z.string(), result: z.object({ dispatches: z.array(DispatchRow) }) }),
  }),
  outside: defineCall({
    key: 'report/outside',
    module: READING_MODULES,
    base: 'php',
    method: 'GET',
    path: 'report/outside/{id}',
    access: 'session',
    offline: { kind: 'never' },
    /** The study's id: its outgoing channels, and what was sent by them, newest first. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.object({
        has_hl7: Flag,
        has_xml: Flag,
        has_third_party: Flag,
        can_send: Flag,
        dispatches: z.array(DispatchRow),
        /** What was reported to the sender of its order; absent in responses of older servers. */
        order_statuses: z.optional(z.array(OrderStatusRow)),
      }),
    ),
  }),
} as const
