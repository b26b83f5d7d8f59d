import * as z from 'zod/mini'
import { REPORT_WAYS } from '#domain/pndt/monthly-report.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
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
  /** 1 where section C is kept for it, which is signed before the procedure and after it. */
  is_invasive: Flag,
  invasive_on: z.nullable(Instant),
  invasive_result_on: z.nullable(Instant),
  /** As the branch's registration names the doctor; empty while nobody signed. */
  doctor: z.string(),
  lmp_date: z.nullable(Day),
  /** Answers of the parts in words, by their names (FIELD of domain/pndt/form-f.ts). */
  answers: z.record(z.string(), z.string()),
  /** A sentence each; empty where the form is whole. */
  missing: z.array(z.string()),
})
export type FormFEntry = z.output<typeof FormFEntry>

const REFERENCE_MAX = 120
const Sent = { sent_on: Day, way: z.enum(REPORT_WAYS), reference: text(REFERENCE_MAX) } as const

/** That the report of a month was sent, as a person noted it (docs/form-f.md#the-monthly-report). */
export const FormFReport = z.object({
  ...Sent,
  noted_by: z.string(),
  noted_on: Instant,
  /** 1 where an ultrasound of the month was added, cancelled, corrected or signed since it was marked. */
  has_changed: Flag,
})
export type FormFReport = z.output<typeof FormFReport>

/** A month of a branch whose report is to be sent. */
export const DueReport = z.object({
  branch_id: EntityId,
  month: Month,
  /** The last day on which it is in time. */
  due_on: Day,
})

export const FormFRegister = z.object({
  branch: z.string(),
  registration_no: z.string(),
  /** 1 where Form F applies at the branch. */
  applies: Flag,
  /** The first month of which a report is asked; null where Form F does not apply. */
  report_from: z.nullable(Month),
  /** Null while it was not sent. */
  report: z.nullable(FormFReport),
  /** By the start of the visit. */
  entries: z.array(FormFEntry),
})
export type FormFRegister = z.output<typeof FormFRegister>

const common = {
  module: 'consent_forms',
  access: 'appointments',
  base: 'php',
  offline: { kind: 'never' },
} as const

export const formFCalls = {
  register: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/formFRegister',
    path: 'appt/formFRegister',
    /** A month on the branch's own clock. */
    input: z.strictObject({ branch_id: EntityId, month: Month }),
    output: resultOf(FormFRegister),
  }),
  noteReport: defineCall({
    ...common,
    method: 'POST',
    key: 'appt/noteFormFReport',
    path: 'appt/noteFormFReport',
    /** `sent` null: it was not sent after all. */
    input: z.strictObject({ branch_id: EntityId, month: Month, sent: z.nullable(z.strictObject(Sent)) }),
    output: z.object({ message: z.string(), result: z.object({ report: z.nullable(FormFReport) }) }),
  }),
  dueReports: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/formFReportsDue',
    path: 'appt/formFReportsDue',
    /** Of the caller's branches, oldest month first. */
    input: z.strictObject({}),
    output: resultOf(z.object({ reports: z.array(DueReport) })),
  }),
} as const
