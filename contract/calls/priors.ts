import * as z from 'zod/mini'
import { PRIOR_MATCHES } from '#domain/prior/same-patient.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, requiredText, text } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

/** Most studies in one request. */
export const PRIORS_ASKED_MAX = 50

/** A filed report of a former study with its addenda. */
export const PriorReport = z.object({
  report_id: EntityId,
  report_no: z.int(),
  report_name: z.string(),
  /** As in ReportRow. */
  report_data: z.string(),
  conclusion: z.string(),
  recommendation: z.string(),
  status: z.enum(REPORT_STATUSES),
  signed_on: z.nullable(Instant),
  signed_by_doctor: z.string(),
  addenda: z.array(z.object({ content: z.string(), signed_by: z.string(), signed_on: Instant })),
})
export type PriorReport = z.output<typeof PriorReport>

/** A former study of the same patient. */
export const PriorRow = z.object({
  study_id: EntityId,
  /** When it was made, or if the image server did not say, when it was received. */
  study_datetime: Instant,
  modality: z.string(),
  study_desc: z.string(),
  branch: z.string(),
  status: z.enum(REPORT_STATUSES),
  /** `patient_id`: one of the two studies is not linked to the patient's record, and the patient ids are the same. */
  matched_by: z.enum(PRIOR_MATCHES),
  /** The beginning of the filed conclusion as plain words; empty if none is filed. */
  conclusion: z.string(),
  /** How many of its reports are signed or verified. */
  filed: z.int(),
  /** The filed ones; absent if their texts are too long to be included. */
  reports: z.optional(z.array(PriorReport)),
})
export type PriorRow = z.output<typeof PriorRow>

/** The former studies of one study, newest first. */
export const StudyPriors = z.object({
  study_id: EntityId,
  /** Changes with the content; a device that sends it does not get the same content again. */
  mark: z.string(),
  /** Absent if the device already has the content of this mark. */
  told: z.optional(z.object({ priors: z.array(PriorRow), older: z.int() })),
})
export type StudyPriors = z.output<typeof StudyPriors>

export const priorCalls = {
  priors: defineCall({
    key: 'study/priors',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/priors',
    access: 'session',
    offline: { kind: 'cache', table: 'priors' },
    input: z.strictObject({
      /** Ids of studies, comma-separated, at most 50. */
      ids: requiredText(2_000),
      /** The device's mark for each of them, in the same order, comma-separated; empty if it has none. */
      marks: z._default(text(2_000), ''),
      /** 1 if a person looks at them now, which is audited as reading. A device that prefetches omits it. */
      opened: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1)), 0),
    }),
    /** One entry for each study that the caller may see; the others are omitted. */
    output: resultOf(z.array(StudyPriors)),
  }),
} as const
