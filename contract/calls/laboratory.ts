import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { VisitRow } from './visit-records.ts'

/** Orders out (DECISIONS "Laboratory"); results come in at labapi/saveReport, which is no session's call. */
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
