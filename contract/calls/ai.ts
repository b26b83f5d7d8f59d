import * as z from 'zod/mini'
import { AI_STATUSES } from '#domain/status/ai-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { Uid } from './imaging.ts'
import { StudyRow } from './studies.ts'

/** The format of a company's response (docs/masters.md#ai). */
export const AI_FORMATS = ['Html', 'Pdf_Base64'] as const
export type AiFormat = (typeof AI_FORMATS)[number]

/** A whole study or one series of it, to be read as a body part. */
export const AiRecord = z.strictObject({
  /** The study's or the series' UID. */
  id: Uid,
  aetitle: requiredText(16),
  bodypart: requiredText(100),
  modality: requiredText(16),
  class: z.enum(['study', 'series']),
})
export type AiRecord = z.output<typeof AiRecord>

/** One request to an AI company with its result. */
export const AiReport = z.object({
  id: EntityId,
  study_id: EntityId,
  status: z.enum(AI_STATUSES),
  company: z.string(),
  format: z.enum(AI_FORMATS),
  modality: z.string(),
  bodypart: z.string(),
  /** Sanitised to the markup of reports; empty for a PDF. */
  report_html: z.string(),
  /** A short-lived link to the PDF, or empty. */
  fileurl: z.string(),
  critical: Flag,
  viewer_url: z.string(),
  last_error: z.string(),
  sent_by: z.string(),
  sent_on: Instant,
  received_on: z.nullable(Instant),
  settled_by: z.string(),
  settled_on: z.nullable(Instant),
})
export type AiReport = z.output<typeof AiReport>

const Settled = z.object({ message: z.string(), result: z.object({ study: StudyRow }) })
/** The result, and the number of the study's report that takes it over (default 1). */
const Accept = z.strictObject({
  id: EntityId,
  report_no: z._default(z.int().check(z.gte(1), z.lte(5)), 1),
})

export const aiCalls = {
  sendToAI: defineCall({
    key: 'study/sendToAI',
    module: 'ezzy_ai_flow',
    base: 'api',
    method: 'POST',
    path: 'study/sendToAI',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      study_id: EntityId,
      ai_company_id: EntityId,
      records: z.array(AiRecord).check(z.minLength(1), z.maxLength(200)),
    }),
    output: Settled,
  }),
  aiReports: defineCall({
    key: 'study/aiReports',
    module: 'ezzy_ai_flow',
    base: 'api',
    method: 'GET',
    path: 'study/aiReports/{study_id}',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ study_id: EntityId }),
    /** Newest first. */
    output: resultOf(z.array(AiReport)),
  }),
  transferAIReport: defineCall({
    key: 'study/transferAIReport',
    module: 'ezzy_ai_flow',
    base: 'api',
    method: 'POST',
    path: 'study/transferAIReport',
    access: 'session',
    offline: { kind: 'never' },
    input: Accept,
    output: Settled,
  }),
  appendAIReport: defineCall({
    key: 'study/appendAIReport',
    module: 'ezzy_ai_flow',
    base: 'api',
    method: 'POST',
    path: 'study/appendAIReport',
    access: 'session',
    offline: { kind: 'never' },
    input: Accept,
    output: Settled,
  }),
  rejectAIReport: defineCall({
    key: 'study/rejectAIReport',
    module: 'ezzy_ai_flow',
    base: 'api',
    method: 'POST',
    path: 'study/rejectAIReport',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId }),
    output: Settled,
  }),
} as const

/** A company's responses arrive here with its own user and password (docs/masters.md#ai), without a session. */
export const AI_INBOUND_PATH = 'aiapi/saveAIReportRespone'
/** The body of a response. Longest report: a PDF of twenty megabytes as base64. */
export const AI_REPORT_MAX = 28_000_000
export const AiInbound = z.strictObject({
  studyuid: text(64),
  report: text(AI_REPORT_MAX),
  critical: z._default(
    z.union([z.boolean(), Flag, z.enum(['0', '1', 'true', 'false', 'Y', 'N', ''])]),
    false,
  ),
})
