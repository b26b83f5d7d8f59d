import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, text } from '../kernel/fields.ts'

/** The order of an examination goes to its machine (docs/visits.md#visit-and-service-status, docs/wire.md#paths-and-bases); the machine is asked while the person waits. */
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
