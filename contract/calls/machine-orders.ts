import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, text } from '../kernel/fields.ts'

/** Sends an examination's order to its machine while the person waits (docs/visits.md#visit-and-service-status). */
export const machineOrderCalls = {
  sendExam: defineCall({
    module: 'appointment_system',
    access: 'session',
    base: 'php',
    method: 'POST',
    key: 'appt/sendExamToMachine',
    path: 'appt/sendExamToMachine',
    offline: { kind: 'never' },
    input: z.strictObject({ appt_service_id: EntityId, service_name: z.optional(text(200)) }),
    output: z.object({ message: z.string() }),
  }),
} as const
