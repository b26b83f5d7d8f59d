import * as z from 'zod/mini'
import { PEER_CATEGORIES, PEER_OUTCOMES, PEER_TEXT_MAX } from '#domain/peer/outcomes.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

/** Readings and learning points that one answer holds at most, the newest. */
export const PEER_ROWS_MAX = 200

const Review = {
  outcome: z.nullable(z.enum(PEER_OUTCOMES)),
  category: z.nullable(z.enum(PEER_CATEGORIES)),
  point: z.string(),
  is_significant: Flag,
} as const

const Examination = {
  study_id: EntityId,
  study_desc: z.string(),
  modality: z.string(),
  /** When it was made. */
  study_datetime: Instant,
  branch_id: z.nullable(EntityId),
  branch: z.string(),
} as const

/** A study that its second reader was given. Nothing of it says whose report it is (docs/peer-learning.md#blinded). */
export const PeerReadingRow = z.object({
  id: EntityId,
  rev: z.int(),
  ...Examination,
  pat_age: z.string(),
  pat_sex: z.string(),
  given_on: Instant,
  ...Review,
  /** Null while it waits. */
  read_on: z.nullable(Instant),
  /** What whoever signed it said of the learning point. */
  answers: z.array(z.string()),
})
export type PeerReadingRow = z.output<typeof PeerReadingRow>

/** A report as it was signed at the draw, without names. */
export const PeerReport = z.object({
  report_no: z.int(),
  report_data: z.string(),
  conclusion: z.string(),
  recommendation: z.string(),
  /** Those that were signed by the draw. */
  addenda: z.array(z.string()),
})
export type PeerReport = z.output<typeof PeerReport>

export const PeerReading = z.object({
  reading: PeerReadingRow,
  reports: z.array(PeerReport),
  /** Empty where the study was deleted since. */
  viewer_url: z.string(),
  local_viewer_url: z.string(),
  /** 1 where the study is still there: a critical result can be opened. */
  is_there: Flag,
})
export type PeerReading = z.output<typeof PeerReading>

/** What a colleague says of a report that the person signed. Nothing of it says who (docs/peer-learning.md#blinded). */
export const PeerPointRow = z.object({
  id: EntityId,
  ...Examination,
  ...Review,
  /** The day of the second reading, on the clock of the branch. */
  read_day: Day,
  seen_on: z.nullable(Instant),
  answer: z.string(),
  answered_on: z.nullable(Instant),
})
export type PeerPointRow = z.output<typeof PeerPointRow>

const common = {
  module: READING_MODULES,
  base: 'api',
  access: 'session',
  offline: { kind: 'never' },
} as const

/** Second readings of a random share of signed studies (docs/peer-learning.md). */
export const peerCalls = {
  readings: defineCall({
    ...common,
    key: 'peer/readings',
    method: 'GET',
    path: 'peer/readings',
    input: z.strictObject({}),
    /** The caller's own: what waits longest first, what was read last first. */
    output: resultOf(z.object({ waiting: z.array(PeerReadingRow), done: z.array(PeerReadingRow) })),
  }),
  reading: defineCall({
    ...common,
    key: 'peer/reading',
    method: 'GET',
    path: 'peer/reading/{id}',
    input: z.strictObject({ id: EntityId }),
    output: resultOf(PeerReading),
  }),
  saveReview: defineCall({
    ...common,
    key: 'peer/saveReview',
    method: 'POST',
    path: 'peer/saveReview',
    input: z.strictObject({
      id: EntityId,
      /** The revision that the person saw: another one by now is a conflict. */
      rev: z.int().check(z.gte(1)),
      outcome: z.enum(PEER_OUTCOMES),
      category: z._default(z.enum(['', ...PEER_CATEGORIES]), ''),
      point: z._default(text(PEER_TEXT_MAX), ''),
      /** 1 opens a critical result of the study, under the tag. */
      is_significant: z._default(Flag, 0),
      tag_name: z._default(text(100), ''),
    }),
    output: z.object({ message: z.string(), result: z.object({ reading: PeerReadingRow }) }),
  }),
  points: defineCall({
    ...common,
    key: 'peer/points',
    method: 'GET',
    path: 'peer/points',
    input: z.strictObject({}),
    /** Of reports that the caller signed, the newest first; agreement without a learning point is not told. */
    output: resultOf(z.array(PeerPointRow)),
  }),
  markSeen: defineCall({
    ...common,
    key: 'peer/markSeen',
    method: 'POST',
    path: 'peer/markSeen',
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ point: PeerPointRow }) }),
  }),
  answer: defineCall({
    ...common,
    key: 'peer/answer',
    method: 'POST',
    path: 'peer/answer',
    /** Once: an answer that stands is not changed. */
    input: z.strictObject({ id: EntityId, answer: requiredText(PEER_TEXT_MAX) }),
    output: z.object({ message: z.string(), result: z.object({ point: PeerPointRow }) }),
  }),
} as const
