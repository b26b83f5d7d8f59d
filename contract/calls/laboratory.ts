import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { VisitRow } from './visit-records.ts'

/** Outgoing orders (docs/visits.md#laboratory); results arrive at labapi/saveReport, which needs no session. */
export const laboratoryCalls = {
  send: defineCall({
    module: 'appointment_system',
    access: 'appointments',
    base: 'php',
    method: 'POST',
    key: 'appt/sendLabServices',
    path: 'appt/sendLabServices',
    offline: { kind: 'never' },
    /** All laboratory services of the visit, or those named. */
    input: z.strictObject({ appt_id: EntityId, ids: z.optional(z.array(EntityId)) }),
    output: z.object({ message: z.string(), result: z.object({ visit: VisitRow }) }),
  }),
} as const

/** The path for results of laboratories: not a session's call, so it is mounted separately. */
export const LAB_INBOUND_PATH = 'labapi/saveReport'
/** Longest result, in characters of its base64 or HTML. */
export const LAB_REPORT_MAX = 14_000_000

/** A result for the visit that it names, and for one of its services if a code or id names it. */
export const LabInbound = z.object({
  visit_no: z.string().check(z.minLength(1, 'is required'), z.maxLength(40)),
  /** The service's id as in the order, or its code. */
  service_id: z.optional(EntityId),
  code: z.optional(z.string().check(z.maxLength(50))),
  name: z.optional(z.string().check(z.maxLength(200))),
  format: z.enum(['PDF', 'HTML']),
  /** A PDF in base64, or HTML. */
  report: z.string().check(z.minLength(1, 'is required'), z.maxLength(LAB_REPORT_MAX)),
})
