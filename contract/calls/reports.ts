import * as z from 'zod/mini'
import {
  asksForSignature,
  REPORT_STATUSES,
  SAVE_STATUSES,
  type SaveStatus,
} from '#domain/status/report-status.ts'
import { defineCall, type Upcast } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { Assertion } from '../kernel/passkey.ts'
import { Paper } from './paper.ts'
import { StudyRow } from './studies.ts'
import { AddendumRow } from './study-parts.ts'

/** Longest text of one of the three parts, in characters; images are files, not part of the text. */
export const REPORT_TEXT_MAX = 500_000

/** One report of a study (docs/wire.md#names-and-values) with its revision. */
export const ReportRow = z.object({
  id: EntityId,
  report_id: EntityId,
  study_id: EntityId,
  rev: z.int(),
  report_no: z.int(),
  report_name: z.string(),
  /** Description, conclusion, recommendation: HTML of the allow-list of domain/report. */
  report_data: z.string(),
  conclusion: z.string(),
  recommendation: z.string(),
  status: z.enum(REPORT_STATUSES),
  is_main: Flag,
  created: Instant,
  updated: Instant,
  updated_by: z.nullable(EntityId),
  updated_by_name: z.string(),
  signed_on: z.nullable(Instant),
  signed_by_doctor: z.string(),
  signed_by_doctor_id: z.nullable(EntityId),
  verified_on: z.nullable(Instant),
  verified_by_user: z.string(),
  /** SHA-256 (hex) of the signed text; empty before signing. */
  signed_hash: z.string(),
})
export type ReportRow = z.output<typeof ReportRow>

/** A study with its reports, for the editor and the preview. */
export const ReportDetail = z.object({
  study: StudyRow,
  reports: z.array(ReportRow),
  can_write_report: Flag,
  can_sign: Flag,
  can_verify: Flag,
})
export type ReportDetail = z.output<typeof ReportDetail>

/** What a save changed: the report's new revision and the study's new state. */
const Saved = z.object({
  message: z.string(),
  result: z.object({ report: ReportRow, study: StudyRow }),
})

/**
 * A signature by touch: the response of the person's passkey to the SHA-256 of touchContent (domain/report), made at
 * the click, even offline (docs/decisions/261).
 */
export const Touch = z.strictObject({
  at: Instant,
  /** The revisions that were seen; 0 if the server had none yet. */
  reports: z
    .array(z.strictObject({ report_id: EntityId, rev: z.int().check(z.gte(0)) }))
    .check(z.minLength(1), z.maxLength(5)),
  assertion: Assertion,
})
export type Touch = z.output<typeof Touch>

const reportAggregate = (input: { study_id: string }) => ({ type: 'study', id: input.study_id })
const isSignature = ({ status }: { status: SaveStatus }) => asksForSignature(status)
/** Each new version only adds an optional field. */
const asItIs: Upcast = (input) => input

export const reportCalls = {
  saveReport: defineCall({
    key: 'saveReport',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'saveReport',
    access: 'session',
    offline: {
      kind: 'queue',
      version: 3,
      aggregate: reportAggregate,
      keepForEver: isSignature,
      upcast: [asItIs, asItIs],
    },
    /** Its base revision is the command's base, or If-Match on a plain call. */
    input: z.strictObject({
      /** Derived: reportIdOf(study_id, report_no). */
      id: EntityId,
      study_id: EntityId,
      report_no: z.int().check(z.gte(1), z.lte(5)),
      report_name: text(200),
      report_data: text(REPORT_TEXT_MAX),
      conclusion: text(REPORT_TEXT_MAX),
      recommendation: text(REPORT_TEXT_MAX),
      status: z.enum(SAVE_STATUSES),
      is_main: z._default(Flag, 1),
      /** Names of the warnings that the doctor signed over. */
      signed_over: z.optional(z.array(text(64)).check(z.maxLength(20))),
      /** Only used with a signature. */
      touch: z.optional(Touch),
    }),
    output: Saved,
  }),
  verifyReport: defineCall({
    key: 'verifyReport',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'verifyReport',
    access: 'verify_report',
    offline: {
      kind: 'queue',
      version: 3,
      aggregate: reportAggregate,
      keepForEver: () => true,
      upcast: [asItIs, asItIs],
    },
    input: z.strictObject({
      study_id: EntityId,
      /** The signed text that was seen, by report; a different text returns 409 text_changed. */
      seen: z.optional(z.array(z.strictObject({ report_id: EntityId, hash: text(64) }))),
      /** The addenda that were seen under it; a newer one returns 409 text_changed. */
      seen_addenda: z.optional(z.array(EntityId)),
      touch: z.optional(Touch),
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  saveAddendum: defineCall({
    key: 'studies/saveAddendum',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'studies/saveAddendum',
    access: 'add_addendum',
    offline: { kind: 'queue', version: 1, aggregate: reportAggregate, keepForEver: () => true },
    /** Appends to a signed report without changing it; the same id again is the same addendum. */
    input: z.strictObject({
      id: EntityId,
      study_id: EntityId,
      report_id: EntityId,
      content: text(REPORT_TEXT_MAX),
      /** SHA-256 of the signed text that its author saw; a different text returns 409 text_changed. */
      seen_hash: text(64),
    }),
    /** `status` is the study's new one (docs/wire.md#paths-and-bases). */
    output: z.object({
      message: z.string(),
      result: z.object({ status: z.enum(REPORT_STATUSES), addendum: AddendumRow, study: StudyRow }),
    }),
  }),
  updateNoOfReports: defineCall({
    key: 'updateNoOfReports',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'updateNoOfReports',
    access: 'edit_no_of_reports',
    offline: { kind: 'queue', version: 1, aggregate: reportAggregate },
    input: z.strictObject({ study_id: EntityId, no_of_reports: z.int().check(z.gte(1), z.lte(5)) }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  assignDoctor: defineCall({
    key: 'assignDoctor',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'assignDoctor',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: reportAggregate },
    /** Doctors may assign a study without a doctor to themselves; anything else needs assign_doctor_to_study. */
    input: z.strictObject({
      study_id: EntityId,
      signed_by_doctor_id: z.nullable(EntityId),
      assigned_doctor_id: z.nullable(EntityId),
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  reportDetail: defineCall({
    key: 'reportDetail',
    module: STUDY_MODULES,
    base: 'php',
    method: 'GET',
    path: 'reportDetail/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'reports' },
    /** The study's id. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(ReportDetail),
  }),
  reportHistory: defineCall({
    key: 'reportHistory',
    module: STUDY_MODULES,
    base: 'php',
    method: 'GET',
    path: 'reportHistory/{id}',
    access: 'session',
    offline: { kind: 'never' },
    /** The study's id; newest first. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.array(
        z.object({
          id: EntityId,
          report_id: EntityId,
          report_no: z.int(),
          rev: z.int(),
          status: z.enum(REPORT_STATUSES),
          report_data: z.string(),
          conclusion: z.string(),
          recommendation: z.string(),
          created: Instant,
          created_by_name: z.string(),
          /** SHA-256 of the text if a signature covers this version; else empty. */
          signed_hash: z.string(),
          /** 1 if a later revision was signed instead. */
          is_superseded: Flag,
        }),
      ),
    ),
  }),
  paper: defineCall({
    key: 'report/paper',
    module: STUDY_MODULES,
    base: 'php',
    method: 'GET',
    path: 'report/paper/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'papers' },
    /** The study's id. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(Paper),
  }),
} as const
