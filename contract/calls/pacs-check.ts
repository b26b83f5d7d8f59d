import * as z from 'zod/mini'
import { GAP_KINDS } from '#domain/study/dicom/compare-source.ts'
import { SOURCE_FIELDS } from '#domain/study/dicom/source-change.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'

/** The state of the last comparison of an image server; `unsure`: more seems to be gone than people delete. */
export const CHECK_STATES = ['never', 'running', 'ok', 'failed', 'unsure', 'stopped'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** A day and AE title of an image server: studies there and here, before fetching. */
export const CheckedDay = z.object({
  day: Day,
  /** Empty if no sender is known. */
  aet: z.string(),
  checked_on: Instant,
  count_there: z.int(),
  count_here: z.int(),
  missing_here: z.int(),
  missing_there: z.int(),
  changed_there: z.int(),
  /** Deleted here but still there: not a difference. */
  deleted_here: z.int(),
  /** Studies that were missing here and have been fetched. */
  fetched: z.int(),
})
export type CheckedDay = z.output<typeof CheckedDay>

/** An image server with its comparison. */
export const CheckedServer = z.object({
  id: EntityId,
  name: z.string(),
  /** 0 while it is disabled, and so not compared. */
  status: Flag,
  /** This many last days are compared; 0: not compared. */
  check_days: z.int(),
  /** 0 during its first reading: it is compared after that. */
  is_read: Flag,
  state: z.enum(CHECK_STATES),
  /** A problem to report to a person; empty if all is well. */
  words: z.string(),
  started_on: z.nullable(Instant),
  ended_on: z.nullable(Instant),
  /** Days that the run still has to compare. */
  days_left: z.int(),
  /** Newest first, at most 500. */
  days: z.array(CheckedDay),
})
export type CheckedServer = z.output<typeof CheckedServer>

const Moved = <T extends z.ZodMiniType>(kind: T) => z.optional(z.object({ was: kind, is: kind }))

/** A study that differs between the sides. */
export const CheckGap = z.object({
  study_iuid: z.string(),
  kind: z.enum(GAP_KINDS),
  day: Day,
  aet: z.string(),
  found_on: Instant,
  /** When the missing data was fetched. */
  fetched_on: z.nullable(Instant),
  /** Null if it could not be stored here, or is no longer here. */
  study_id: z.nullable(EntityId),
  /** The value here; empty without a study. */
  pat_id: z.string(),
  pat_name: z.string(),
  accession_no: z.string(),
  modality: z.string(),
  study_desc: z.string(),
  missing_since: z.nullable(Instant),
  /** The image server's differing values. */
  changed: z.nullable(
    z.object({
      fields: z.optional(z.partialRecord(z.enum(SOURCE_FIELDS), z.string())),
      day: Moved(Day),
      images: Moved(z.int()),
      series: Moved(z.int()),
    }),
  ),
})
export type CheckGap = z.output<typeof CheckGap>

const common = { base: 'api', access: 'session', offline: { kind: 'never' } } as const

/** The daily comparison of the client's image servers with what has arrived from them (docs/studies.md#image-servers). */
export const pacsCheckCalls = {
  list: defineCall({
    ...common,
    key: 'pacs/checks',
    method: 'GET',
    path: 'pacs/checks',
    /** `only_differences` skips days on which both sides are the same and nothing was fetched. */
    input: z.strictObject({
      pacs_id: z.optional(EntityId),
      from_date: z.optional(Day),
      to_date: z.optional(Day),
      only_differences: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1)), 0),
    }),
    output: resultOf(z.array(CheckedServer)),
  }),
  gaps: defineCall({
    ...common,
    key: 'pacs/checkGaps',
    method: 'GET',
    path: 'pacs/checkGaps',
    /** Open differences and fetched studies, newest day first; without a day those of all days. */
    input: z.strictObject({
      ...PageInput,
      pacs_id: EntityId,
      day: z.optional(Day),
      aet: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: listOf(CheckGap),
  }),
  checkNow: defineCall({
    ...common,
    key: 'pacs/checkNow',
    method: 'POST',
    path: 'pacs/checkNow',
    input: z.strictObject({
      pacs_id: EntityId,
      /** 1: accepts that the missing studies are gone, however many there are. */
      is_confirmed: z.optional(Flag),
    }),
    output: resultOf(z.object({ state: z.enum(CHECK_STATES) })),
  }),
} as const
