import * as z from 'zod/mini'
import {
  asksForSignature,
  REPORT_STATUSES,
  SAVE_STATUSES,
  type SaveStatus,
} from '#domain/status/report-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { StudyRow } from './studies.ts'

/** Longest text of one of the three parts, in characters; images travel as files, not inside the text. */
export const REPORT_TEXT_MAX = 500_000

/** One report of a study (spec 3 section 3) with its revision. */
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

/** A study with its reports, as the editor and the preview open it. */
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

const reportAggregate = (input: { study_id: string }) => ({ type: 'study', id: input.study_id })
const isSignature = ({ status }: { status: SaveStatus }) => asksForSignature(status)

export const reportCalls = {
  saveReport: defineCall({
    key: 'saveReport',
    base: 'php',
    method: 'POST',
    path: 'saveReport',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: reportAggregate, keepForEver: isSignature },
    /** The revision it was based on travels as the command's base, or as If-Match on a plain call. */
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
    }),
    output: Saved,
  }),
  verifyReport: defineCall({
    key: 'verifyReport',
    base: 'php',
    method: 'POST',
    path: 'verifyReport',
    access: 'verify_report',
    offline: { kind: 'queue', version: 1, aggregate: reportAggregate, keepForEver: () => true },
    input: z.strictObject({
      study_id: EntityId,
      /** The signed text that was seen, by report; another text answers 409 text_changed. */
      seen: z.optional(z.array(z.strictObject({ report_id: EntityId, hash: text(64) }))),
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  assignDoctor: defineCall({
    key: 'assignDoctor',
    base: 'php',
    method: 'POST',
    path: 'assignDoctor',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: reportAggregate },
    /** A doctor may assign a study without doctor to oneself; anything else needs assign_doctor_to_study. */
    input: z.strictObject({
      study_id: EntityId,
      signed_by_doctor_id: z.nullable(EntityId),
      assigned_doctor_id: z.nullable(EntityId),
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  reportDetail: defineCall({
    key: 'reportDetail',
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
        }),
      ),
    ),
  }),
  paper: defineCall({
    key: 'report/paper',
    base: 'php',
    method: 'GET',
    path: 'report/paper/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'papers' },
    /** The study's id. All that the PDF needs beside the text: letterhead, margins, signatures (spec 1 "Report preview dialog"). */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.object({
        study_id: EntityId,
        branch_name: z.string(),
        /** Millimetres, with and without header and footer (spec 2 "branch-wise configuration"). */
        margins: z.object({ top: z.number(), right: z.number(), bottom: z.number(), left: z.number() }),
        margins_plain: z.object({ top: z.number(), right: z.number(), bottom: z.number(), left: z.number() }),
        header_file_id: z.nullable(EntityId),
        footer_file_id: z.nullable(EntityId),
        header_height_mm: z.number(),
        footer_height_mm: z.number(),
        show_age: Flag,
        disclaimer: z.string(),
        signatures: z.array(
          z.object({
            report_id: EntityId,
            name: z.string(),
            title: z.string(),
            licence_no: z.string(),
            /** A short-lived signed link; doctors' signatures are never listed to other users. */
            image_url: z.string(),
            role: z.enum(['Signed', 'Verified']),
            at: Instant,
          }),
        ),
      }),
    ),
  }),
} as const
