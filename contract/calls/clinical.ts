import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { PrescriptionLine, PrescriptionRow, TREATMENT_TYPES, TreatmentRow } from './visit-records.ts'

/** Longest note of a clinic doctor, in characters of its HTML. */
export const NOTE_MAX = 200_000

const common = { module: 'appointment_system', access: 'session', base: 'php', method: 'POST' } as const

/** Notes and prescriptions belong to the logged-in clinic doctor (docs/people.md#permissions). */
export const clinicalCalls = {
  saveTreatment: defineCall({
    ...common,
    key: 'appt/saveTreatmentDtl',
    path: 'appt/saveTreatmentDtl',
    offline: { kind: 'queue', version: 1, aggregate: ({ id }) => ({ type: 'treatment', id }) },
    /** `id` is derived from visit, doctor and type (domain/clinical/record-id.ts), so two devices share one record. */
    input: z.strictObject({
      id: EntityId,
      appt_id: EntityId,
      appt_machine_id: z.optional(z.nullable(EntityId)),
      type: z.enum(TREATMENT_TYPES),
      content: z.string().check(z.maxLength(NOTE_MAX)),
    }),
    output: z.object({ message: z.string(), result: z.object({ treatment: TreatmentRow }) }),
  }),
  savePrescription: defineCall({
    ...common,
    key: 'appt/savePrescription',
    path: 'appt/savePrescription',
    offline: { kind: 'queue', version: 1, aggregate: ({ id }) => ({ type: 'prescription', id }) },
    input: z.strictObject({
      id: EntityId,
      appt_id: EntityId,
      appt_machine_id: z.optional(z.nullable(EntityId)),
      prescriptions: z.array(PrescriptionLine).check(z.maxLength(100)),
    }),
    output: z.object({ message: z.string(), result: z.object({ prescription: PrescriptionRow }) }),
  }),
} as const
