import * as z from 'zod/mini'
import { BOOKLET_BACKGROUNDS, BOOKLET_LAYOUTS } from '#domain/study/booklet.ts'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'
import { CRITICAL_STEPS } from '#domain/study/critical-steps.ts'
import { EntityId, Flag, Instant } from '../kernel/fields.ts'

/*
 * Parts of a study besides its reports. Each is a record of its own: it is sent to every device that holds the
 * study, in the study's scopes, and is created offline under an id minted there.
 */

/** A comment (docs/wire.md#names-and-values). */
export const CommentRow = z.object({
  id: EntityId,
  rev: z.int(),
  study_id: EntityId,
  comment: z.string(),
  type: z.enum(COMMENT_TYPES),
  comment_by: z.string(),
  comment_by_id: EntityId,
  created: Instant,
  is_dr_comment: Flag,
})
export type CommentRow = z.output<typeof CommentRow>

/** A document (docs/wire.md#names-and-values). The reader derives `is_created_by_you` from `uploaded_by_id`. */
export const DocumentRow = z.object({
  id: EntityId,
  rev: z.int(),
  study_id: EntityId,
  tag: z.string(),
  tag_id: EntityId,
  file_id: EntityId,
  name: z.string(),
  is_image: Flag,
  uploaded_by: z.string(),
  uploaded_by_id: EntityId,
  created: Instant,
})
export type DocumentRow = z.output<typeof DocumentRow>

/** An addition to a signed report, dated and signed (docs/reports.md). */
export const AddendumRow = z.object({
  id: EntityId,
  rev: z.int(),
  study_id: EntityId,
  report_id: EntityId,
  /** HTML of the allow-list of domain/report. */
  content: z.string(),
  seen_hash: z.string(),
  signed_hash: z.string(),
  signed_by: z.string(),
  signed_by_id: EntityId,
  signed_on: Instant,
})
export type AddendumRow = z.output<typeof AddendumRow>

/** The key images of a study laid out on pages (docs/reports.md#booklet). */
export const BookletRow = z.object({
  id: EntityId,
  rev: z.int(),
  study_id: EntityId,
  pagesize: z.literal('A4'),
  layout: z.enum(BOOKLET_LAYOUTS),
  empty_area_bg: z.enum(BOOKLET_BACKGROUNDS),
  /** One entry per cell in reading order over all pages; null for an empty cell. */
  img_file_ids: z.array(z.nullable(EntityId)),
  updated: Instant,
})
export type BookletRow = z.output<typeof BookletRow>

/** How a person was told of a critical result. */
export const TOLD_HOW = ['Phone', 'In_Person', 'Message', 'E_mail'] as const

/** A step of a critical result besides what people wrote into its record. */
export const CriticalStepRow = z.object({
  kind: z.enum(CRITICAL_STEPS),
  on: Instant,
  /** Who did it; empty for the server or the referrer. */
  by: z.string(),
  /** The people who were told, by name. */
  told: z.string(),
  /** The client's own people among them. */
  told_ids: z.array(EntityId),
})
export type CriticalStepRow = z.output<typeof CriticalStepRow>

/** Who was told of a critical result, when, how, and whether it was read back; open until closed. */
export const CriticalRow = z.object({
  id: EntityId,
  rev: z.int(),
  study_id: EntityId,
  tag_id: EntityId,
  tag: z.string(),
  opened_by: z.string(),
  opened_on: Instant,
  /** Its owner until it is closed. */
  doctor_id: z.nullable(EntityId),
  told_to: z.string(),
  told_how: z.enum(['', ...TOLD_HOW]),
  told_on: z.nullable(Instant),
  read_back: Flag,
  note: z.string(),
  closed_by: z.string(),
  closed_on: z.nullable(Instant),
  /** Oldest first; absent in copies of an older server. */
  steps: z.optional(z.array(CriticalStepRow)),
})
export type CriticalRow = z.output<typeof CriticalRow>

/** A text snippet that a doctor inserts by typing its name (docs/masters.md#texts); shared if it has no user. */
export const ShortcutItem = z.object({
  id: EntityId,
  rev: z.int(),
  user_id: z.nullable(EntityId),
  name: z.string(),
  /** HTML of the allow-list of domain/report. */
  description: z.string(),
})
export type ShortcutItem = z.output<typeof ShortcutItem>

/** The kind of a document: chosen before the file (docs/visits.md#booking). */
export const DocumentTagItem = z.object({ id: EntityId, rev: z.int(), name: z.string() })
export type DocumentTagItem = z.output<typeof DocumentTagItem>
