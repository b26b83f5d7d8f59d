import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { Month } from './month-lock.ts'

/** An obstetric ultrasound of a month with its Form F (docs/form-f.md#the-register). */
export const FormFEntry = z.object({
  /** The service's of the visit. */
  id: EntityId,
  appt_id: EntityId,
  visit_no: z.string(),
  /** When the visit was started. */
  started_on: Instant,
  pat_id: z.string(),
  name: z.string(),
  gender: z.string(),
  service: z.string(),
  machine: z.string(),
  machine_no: z.string(),
  /** When each part was signed; null where it is not, or was withdrawn. */
  woman_on: z.nullable(Instant),
  doctor_on: z.nullable(Instant),
  result_on: z.nullable(Instant),
  /** As the branch's registration names the doctor; empty while nobody signed. */
  doctor: z.string(),
  lmp_date: z.nullable(Day),
  /** Answers of the parts in words, by their names (FIELD of domain/pndt/form-f.ts). */
  answers: z.record(z.string(), z.string()),
  /** A sentence each; empty where the form is whole. */
  missing: z.array(z.string()),
})
export type FormFEntry = z.output<typeof FormFEntry>

export const FormFRegister = z.object({
  branch: z.string(),
  registration_no: z.string(),
  /** 1 where Form F applies at the branch. */
  applies: Flag,
  /** By the start of the visit. */
  entries: z.array(FormFEntry),
})
export type FormFRegister = z.output<typeof FormFRegister>

export const formFCalls = {
  register: defineCall({
    module: 'consent_forms',
    access: 'appointments',
    base: 'php',
    method: 'GET',
    key: 'appt/formFRegister',
    path: 'appt/formFRegister',
    offline: { kind: 'never' },
    /** A month on the branch's own clock. */
    input: z.strictObject({ branch_id: EntityId, month: Month }),
    output: resultOf(FormFRegister),
  }),
} as const
