import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { Month } from './month-lock.ts'

const common = { module: STUDY_MODULES, base: 'php', offline: { kind: 'never' } } as const

/** What a month of a reader comes to; amounts are in the client's currency. */
const Sums = {
  /** Studies whose report the reader signed in the month, as the clocks of their branches show it. */
  exams: z.int(),
  /** The sum of their services' points. */
  points: z.number(),
  /** A point's worth. */
  rate: z.number(),
  /** points x rate, rounded once. */
  amount: z.number(),
  /** Over the examinations, as 64 hex digits. */
  sha256: z.string(),
} as const

/** One version of a closed month; its totals are as they were when it was closed. */
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

/** A reader's month as the studies stand now, with the versions of its closing. */
export const ReaderPayout = z.object({
  doctor_id: EntityId,
  name: z.string(),
  ...Sums,
  /** How many of the examinations are verified, and how many count no points. */
  verified: z.int(),
  without_points: z.int(),
  is_closed: Flag,
  /** False where the month is closed and its examinations are others now. */
  is_same: Flag,
  /** Why the month cannot be closed now; empty where it can, or is closed. */
  refusal: z.string(),
  /** Newest first. */
  closes: z.array(PayoutClose),
})
export type ReaderPayout = z.output<typeof ReaderPayout>

/** An examination of a statement; it names no patient. */
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

/** Path and input of a reader's month as a paper; the call returns a PDF. */
export const PAYOUT_PDF_PATH = 'payout/statementPdf'
export const PayoutPdfInput = z.strictObject({ month: Month, doctor_id: EntityId })

/** Points and pay-out of readers (docs/decisions/232). */
export const payoutCalls = {
  statement: defineCall({
    ...common,
    method: 'GET',
    // The handler asks for reader_payout; a doctor reads the own statement without it.
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
    /** In the order of their signatures; of a closed month as they were when it was closed. */
    output: listOf(PayoutLine),
  }),
  setRate: defineCall({
    ...common,
    method: 'POST',
    access: 'reader_payout',
    key: 'payout/setRate',
    path: 'payout/setRate',
    /** Counts for every month that is not closed. */
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
      /** What the person was shown; the month is closed only as that. */
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
