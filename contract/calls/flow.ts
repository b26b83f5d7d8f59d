import * as z from 'zod/mini'
import { STEPS } from '#domain/flow/stages.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { SKIP_REASONS } from '#domain/study/lists/skip-reasons.ts'
import { daysBetween, findDay } from '#domain/time/zones.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant, text } from '../kernel/fields.ts'
import { SalesRange, wholeRange } from './sales-filters.ts'
import { AsAt } from './sales-records.ts'

const common = {
  module: 'bi_report',
  base: 'php',
  method: 'GET',
  access: 'bi_report',
  offline: { kind: 'never' },
} as const

/** Most days between the first and the last day of a range. */
export const FLOW_DAYS_MAX = 366

const shortRange = z.refine<{ from_date: string; to_date: string }>(
  ({ from_date: from, to_date: to }) =>
    !findDay(from) || !findDay(to) || daysBetween(from, to) <= FLOW_DAYS_MAX,
  { path: ['to_date'], error: `must be within ${FLOW_DAYS_MAX} days of from_date` },
)

/** As in the study lists: a study of CT and MR is found under both. */
const modality = z.optional(text(16))
/** The department of a study's service, of a machine, or of the services of a visit. */
const department_id = z.optional(EntityId)

const Range = { ...SalesRange, modality, department_id } as const
const FlowRange = z.strictObject(Range).check(wholeRange, shortRange)

const flowOf = <Result extends z.ZodMiniType>(result: Result) => z.object({ result, as_at: AsAt })

/** The 50th, 80th and 95th percentiles in minutes; null if there are no studies. */
const Waits = {
  n: z.int(),
  p50: z.nullable(z.number()),
  p80: z.nullable(z.number()),
  p95: z.nullable(z.number()),
} as const

/** The duration of a step, over the studies that have both of its moments. */
export const FlowStep = z.object({ step: z.enum(STEPS), ...Waits })
export type FlowStep = z.output<typeof FlowStep>

export const Turnaround = z.object({
  /** Studies signed in the range. */
  studies: z.int(),
  /** In order; a step without studies has n 0. */
  steps: z.array(FlowStep),
  /** From the arrival of the images to the signature. */
  received_signed: z.object(Waits),
  /** Studies with an agreed time, and how many of them were signed within it. */
  with_target: z.int(),
  in_target: z.int(),
})
export type Turnaround = z.output<typeof Turnaround>

/** Unsigned studies by their remaining time; each field is a value of the study lists' filter `due`. */
const Ages = { InTarget: z.int(), UpToTwice: z.int(), OverTwice: z.int(), NoTarget: z.int() } as const
export const AgesOfDoctor = z.object({
  /** Null if no doctor is assigned. */
  doctor_id: z.nullable(EntityId),
  name: z.string(),
  /** Signing: no doctor is assigned to write, and this doctor is named to sign. */
  as: z.enum(['Assigned', 'Signing', 'Unassigned']),
  ...Ages,
})
export type AgesOfDoctor = z.output<typeof AgesOfDoctor>
export const AgesOfModality = z.object({ modality: z.string(), ...Ages })
export type AgesOfModality = z.output<typeof AgesOfModality>

export const MachineUse = z.object({
  machine_id: EntityId,
  machine: z.string(),
  branch: z.string(),
  department: z.string(),
  /** Examinations of visits that started in the range, counted as BI counts cases. */
  exams: z.int(),
  /** Minutes with an examination while the branch was open, each minute counted once. */
  used_minutes: z.number(),
  /** Minutes with an examination beyond the branch's hours. */
  outside_minutes: z.number(),
  /** Minutes for which the branch was open, up to now. */
  open_minutes: z.number(),
})
export type MachineUse = z.output<typeof MachineUse>

/** The totals of a day. */
export const FlowDay = z.object({
  day: Day,
  visits: z.int(),
  exams: z.int(),
  /** Null if a department was requested, because money is received for whole visits. */
  received: z.nullable(z.number()),
})
export type FlowDay = z.output<typeof FlowDay>

/** Most referrers in one response, those with the largest losses first. */
export const QUIET_MAX = 200

export const QuietReferrer = z.object({
  ref_dr_id: EntityId,
  name: z.string(),
  /** Examinations of the last 30 days, and of the 90 days before. */
  recent: z.int(),
  earlier: z.int(),
  /** The start of the last visit of these 120 days. */
  last_visit: Instant,
})
export type QuietReferrer = z.output<typeof QuietReferrer>

/** Most skips in one response, the newest. */
export const SKIPS_MAX = 200

const SkipReason = z.enum(SKIP_REASONS)

/** A study that a reader skipped; without the patient's name, as in all of flow. */
export const SkippedStudy = z.object({
  id: EntityId,
  study_id: EntityId,
  accession_no: z.string(),
  modality: z.string(),
  study_desc: z.string(),
  /** The current status. */
  status: z.enum(REPORT_STATUSES),
  branch_id: z.nullable(EntityId),
  /** Empty if the study has no branch. */
  branch: z.string(),
  doctor_id: EntityId,
  doctor: z.string(),
  reason: SkipReason,
  /** When the doctor skipped it, which may be before the server learned of it. */
  skipped_on: Instant,
})
export type SkippedStudy = z.output<typeof SkippedStudy>

export const SkipCount = z.object({
  doctor_id: EntityId,
  doctor: z.string(),
  reason: SkipReason,
  skips: z.int(),
})
export type SkipCount = z.output<typeof SkipCount>

export const SkippedStudies = z.object({
  /** With all filters applied. */
  total: z.int(),
  skips: z.array(SkippedStudy),
  /** For every doctor and reason, regardless of those filters. */
  counts: z.array(SkipCount),
})
export type SkippedStudies = z.output<typeof SkippedStudies>

/** How studies, machines and referrers flow through the branches of the reader. */
export const flowCalls = {
  turnaround: defineCall({
    ...common,
    key: 'flow/turnaround',
    path: 'flow/turnaround',
    /** Days of the signature, in the caller's zone, as in the study lists. */
    input: FlowRange,
    output: flowOf(Turnaround),
  }),
  ageing: defineCall({
    ...common,
    key: 'flow/ageing',
    path: 'flow/ageing',
    input: z.strictObject({ branch_id: z.optional(EntityId), modality, department_id }),
    output: flowOf(
      z.object({
        all: z.object(Ages),
        doctors: z.array(AgesOfDoctor),
        /** A study with two modalities counts in both. */
        modalities: z.array(AgesOfModality),
      }),
    ),
  }),
  machineUse: defineCall({
    ...common,
    key: 'flow/machineUse',
    path: 'flow/machineUse',
    /** Days of each branch's own zone. */
    input: FlowRange,
    output: flowOf(z.array(MachineUse)),
  }),
  weekday: defineCall({
    ...common,
    key: 'flow/weekday',
    path: 'flow/weekday',
    input: z.strictObject({ branch_id: z.optional(EntityId), department_id, day: Day }),
    output: flowOf(
      z.object({
        day: FlowDay,
        /** The same weekday of the eight weeks before, nearest first. */
        before: z.array(FlowDay),
      }),
    ),
  }),
  quietReferrers: defineCall({
    ...common,
    key: 'flow/quietReferrers',
    path: 'flow/quietReferrers',
    /** `day` ends the last 30 days. */
    input: z.strictObject({
      branch_id: z.optional(EntityId),
      department_id,
      day: Day,
      dr_type: z.enum(['Doctor', 'Hospital']),
    }),
    output: flowOf(z.array(QuietReferrer)),
  }),
  skips: defineCall({
    ...common,
    key: 'flow/skips',
    path: 'flow/skips',
    /** Days of each branch's own zone. */
    input: z
      .strictObject({ ...Range, doctor_id: z.optional(EntityId), reason: z.optional(SkipReason) })
      .check(wholeRange, shortRange),
    output: flowOf(SkippedStudies),
  }),
} as const
