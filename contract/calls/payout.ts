import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { Month } from './month-lock.ts'

const common = { module: STUDY_MODULES, base: 'php', offline: { kind: 'never' } } as const

/** The totals of a reader's month; amounts are in the client's currency. */
const Sums = {
  /** Studies whose report the reader signed in the month, by the clocks of their branches. */
  exams: z.int(),
  /** The sum of their services' points. */
  points: z.number(),
  /** The value of a point. */
  rate: z.number(),
  /** points x rate, rounded once. */
  amount: z.number(),
  /** Hash of the examinations, as 64 hex digits. */
  sha256: z.string(),
} as const

/** One version of a closed month; its totals are from the time of closing. */
export const PayoutClose = z.object({
  id: EntityId,
  version: z.int(),
  ...Sums,
  closed_on: Instant,
  closed_by: z.string(),
  reopened_on: z.nullable(Instant),
  reopened_by: z.string(),
  reopen_reason: z.string(),
})
export type PayoutClose = z.output<typeof PayoutClose>

/** A reader's month by the current studies, with the versions of its closing. */
export const ReaderPayout = z.object({
  doctor_id: EntityId,
  name: z.string(),
  ...Sums,
  /** How many of the examinations are verified, and how many have no points. */
  verified: z.int(),
  without_points: z.int(),
  is_closed: Flag,
  /** False if the month is closed but its examinations have changed since. */
  is_same: Flag,
  /** Why the month cannot be closed now; empty if it can, or is closed. */
  refusal: z.string(),
  /** Newest first. */
  closes: z.array(PayoutClose),
})
export type ReaderPayout = z.output<typeof ReaderPayout>

/** An examination of a statement, without the patient's name. */
export const PayoutLine = z.object({
  study_id: EntityId,
  signed_on: Instant,
  branch: z.string(),
  modality: z.string(),
  accession_no: z.string(),
  /** Empty for a study that belongs to no visit. */
  service: z.string(),
  is_verified: Flag,
  points: z.number(),
})
export type PayoutLine = z.output<typeof PayoutLine>

const Done = z.object({ message: z.string(), result: z.object({ payout: ReaderPayout }) })

/** Path and input of a reader's printed month; the call returns a PDF. */
export const PAYOUT_PDF_PATH = 'payout/statementPdf'
export const PayoutPdfInput = z.strictObject({ month: Month, doctor_id: EntityId })

/** Points and pay-out of readers (docs/decisions/232). */
export const payoutCalls = {
  statement: defineCall({
    ...common,
    method: 'GET',
    // The handler requires reader_payout; doctors may read their own statement without it.
    access: 'session',
    key: 'payout/statement',
    path: 'payout/statement',
    input: z.strictObject({ month: Month, doctor_id: z.optional(EntityId) }),
    /** Readers with an examination, a rate or a closing in the month, by name. */
    output: resultOf(z.object({ readers: z.array(ReaderPayout) })),
  }),
  lines: defineCall({
    ...common,
    method: 'GET',
    access: 'session',
    key: 'payout/lines',
    path: 'payout/lines',
    input: z.strictObject({ month: Month, doctor_id: EntityId, ...PageInput }),
    /** In the order of signing; for a closed month as they were at closing. */
    output: listOf(PayoutLine),
  }),
  setRate: defineCall({
    ...common,
    method: 'POST',
    access: 'reader_payout',
    key: 'payout/setRate',
    path: 'payout/setRate',
    /** Applies to every month that is not closed. */
    input: z.strictObject({
      doctor_id: EntityId,
      rate: z.number().check(z.gte(0, 'is not below 0'), z.lte(9_999_999, 'is too large')),
      month: Month,
    }),
    output: Done,
  }),
  close: defineCall({
    ...common,
    method: 'POST',
    access: 'reader_payout',
    key: 'payout/close',
    path: 'payout/close',
    /** Only a month that is over at every branch. */
    input: z.strictObject({
      id: EntityId,
      doctor_id: EntityId,
      month: Month,
      /** The values shown to the person; the month is closed only if they still apply. */
      seen: z.strictObject({ sha256: z.string(), amount: z.number() }),
    }),
    output: Done,
  }),
  reopen: defineCall({
    ...common,
    method: 'POST',
    access: 'reader_payout',
    key: 'payout/reopen',
    path: 'payout/reopen',
    input: z.strictObject({ id: EntityId, reason: text(500) }),
    output: Done,
  }),
} as const
