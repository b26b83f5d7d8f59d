import * as z from 'zod/mini'
import { CLOSE_REASONS } from '#domain/follow-up/close-reasons.ts'
import { FOLLOW_UP_CODES } from '#domain/follow-up/named-modalities.ts'
import { REGIONS } from '#domain/follow-up/region-words.ts'
import { FOLLOW_UP_FILTERS, FOLLOW_UP_STATES } from '#domain/follow-up/states.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant, requiredText, text } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { Page, PageInput, resultOf } from '../kernel/paging.ts'

/** An examination that a report asks for, and what became of it (docs/reports.md#follow-ups). */
export const FollowUpRow = z.object({
  id: EntityId,
  rev: z.int(),
  /** The study in whose report it stands. */
  study_id: EntityId,
  study_desc: z.string(),
  /** When that study was made. */
  study_datetime: Instant,
  ref_physician: z.string(),
  /** Null if the study is linked to no patient. */
  patient_id: z.nullable(EntityId),
  pat_id: z.string(),
  pat_name: z.string(),
  pat_age: z.string(),
  pat_sex: z.string(),
  branch_id: z.nullable(EntityId),
  branch: z.string(),
  /** A code of domain/follow-up. */
  modality: z.string(),
  regions: z.array(z.string()),
  /** What is to be done: `CT chest`. */
  what: z.string(),
  /** After how long, as the report says it: `3-6 months`. */
  after: z.string(),
  /** The sentence of the report; empty for one that a person set in words of their own (docs/decisions/342). */
  words: z.string(),
  due_on: Day,
  /** The later end of a range; the same day where there is none. */
  due_to: Day,
  /** From this day on a study or booking counts as the follow-up. */
  counts_from: Day,
  state: z.enum(FOLLOW_UP_STATES),
  set_by: z.string(),
  set_on: Instant,
  /** The study that answers it; null while there is none, and for a reader who may not open it. */
  done_study_id: z.nullable(EntityId),
  /** The booking that answers it, in the same way. */
  visit_id: z.nullable(EntityId),
  /** When the study was made, or when the booking starts. */
  done_on: z.nullable(Instant),
  close_reason: z.nullable(z.enum(CLOSE_REASONS)),
  close_note: z.string(),
  closed_by: z.string(),
  closed_on: z.nullable(Instant),
})
export type FollowUpRow = z.output<typeof FollowUpRow>

const Filter = {
  /** Keyword over name, patient id, and what is to be done. */
  k: z.optional(text(100)),
  branch_id: z.optional(EntityId),
  modality: z.optional(z.enum(FOLLOW_UP_CODES as [string, ...string[]])),
  state: z._default(z.enum(FOLLOW_UP_FILTERS), 'Open'),
  /** Due between these days, both included. */
  from_date: z.optional(Day),
  to_date: z.optional(Day),
} as const

/** How many there are in each state, by the filter without its state. */
export const FollowUpCounts = z.object(
  Object.fromEntries(FOLLOW_UP_STATES.map((state) => [state, z.int()])) as Record<
    (typeof FOLLOW_UP_STATES)[number],
    ReturnType<typeof z.int>
  >,
)

const One = z.object({ message: z.string(), result: z.object({ follow_up: FollowUpRow }) })
const common = { module: READING_MODULES, base: 'api', access: 'session' } as const

/** Examinations that reports ask for (docs/reports.md#follow-ups). */
export const followUpCalls = {
  setFollowUp: defineCall({
    ...common,
    key: 'study/setFollowUp',
    method: 'POST',
    path: 'study/setFollowUp',
    // Of its own: one that is refused holds no report back. It waits for its signature by the command's `depends`.
    offline: { kind: 'queue', version: 1, aggregate: ({ id }) => ({ type: 'follow_up', id }) },
    /** The same id again, with an earlier day, moves it; a later one moves only what is done or closed. */
    input: z.strictObject({
      /** Derived: followUpIdOf(study_id, modality, regions). */
      id: EntityId,
      study_id: EntityId,
      modality: z.enum(FOLLOW_UP_CODES as [string, ...string[]]),
      regions: z.array(z.enum(REGIONS)).check(z.maxLength(REGIONS.length)),
      what: requiredText(200),
      after: requiredText(40),
      words: text(1_000),
      due_on: Day,
      due_to: Day,
    }),
    output: One,
  }),
  closeFollowUp: defineCall({
    ...common,
    key: 'study/closeFollowUp',
    method: 'POST',
    path: 'study/closeFollowUp',
    offline: { kind: 'never' },
    input: z.strictObject({
      id: EntityId,
      /** `Died` closes all that is open of the patient. */
      reason: z.enum(CLOSE_REASONS),
      /** Required where the reason says too little alone. */
      note: z._default(text(500), ''),
      /** The revision that the person saw: another one by now is a conflict. */
      rev: z.int().check(z.gte(1)),
    }),
    output: One,
  }),
  reopenFollowUp: defineCall({
    ...common,
    key: 'study/reopenFollowUp',
    method: 'POST',
    path: 'study/reopenFollowUp',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId, rev: z.int().check(z.gte(1)) }),
    output: One,
  }),
  followUps: defineCall({
    ...common,
    key: 'study/followUps',
    method: 'GET',
    path: 'study/followUps',
    offline: { kind: 'never' },
    input: z.strictObject({ ...PageInput, ...Filter }),
    /** The earliest due day first. */
    output: z.object({
      result: z.object({ data: z.array(FollowUpRow), page: Page, counts: FollowUpCounts }),
    }),
  }),
  allFollowUps: defineCall({
    ...common,
    key: 'study/followUps/ALL',
    method: 'GET',
    path: 'study/followUps/ALL',
    offline: { kind: 'never' },
    input: z.strictObject(Filter),
    /** At most CSV_ROWS_MAX rows. */
    output: resultOf(z.array(FollowUpRow)),
  }),
  followUpsOf: defineCall({
    ...common,
    key: 'study/followUpsOf',
    method: 'GET',
    path: 'study/followUpsOf/{id}',
    offline: { kind: 'never' },
    /** The study's id. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(z.array(FollowUpRow)),
  }),
} as const
