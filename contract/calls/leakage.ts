import * as z from 'zod/mini'
import { LEAK_ACTS, LEAK_LINES, LEAK_REASONS } from '#domain/leakage/lines.ts'
import { TREND_UNITS } from '#domain/leakage/trend.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { SalesAllPage, SalesPage, SalesRange, wholeRange } from './sales-filters.ts'
import { figuresOf, salesFileOf, salesListOf } from './sales-records.ts'

const Line = z.enum(LEAK_LINES)

/** One line of the board. */
export const LeakCount = z.object({
  line: Line,
  /** Entries without a valid explanation. */
  open: z.int(),
  explained: z.int(),
  /** The total amount at stake in open entries; null if the line has no amounts. */
  amount: z.nullable(z.number()),
  /** Open entries with an unknown amount, on a line that has amounts. */
  unpriced: z.int(),
  /** Entries found in each step of the span, open and explained, in chronological order: their sum is both counts. */
  trend: z.array(z.int()),
  /** The size of a step. Weeks end with the last day of the span. */
  trend_unit: z.enum(TREND_UNITS),
})
export type LeakCount = z.output<typeof LeakCount>

/** One act on an entry. */
export const LeakExplanation = z.object({
  version: z.int(),
  act: z.enum(LEAK_ACTS),
  /** Null for an entry that was reopened. */
  reason: z.nullable(z.enum(LEAK_REASONS)),
  note: z.string(),
  by: z.string(),
  at: Instant,
})
export type LeakExplanation = z.output<typeof LeakExplanation>

/** An entry of a line. */
export const LeakEntry = z.object({
  line: Line,
  /** A study, service, visit, refund or patient, depending on the line. */
  subject_id: EntityId,
  at: Instant,
  /** Null for a study without a branch. */
  branch_id: z.nullable(EntityId),
  branch: z.string(),
  appt_id: z.nullable(EntityId),
  visit_no: z.string(),
  study_id: z.nullable(EntityId),
  pat_id: z.string(),
  pat_name: z.string(),
  /** The subject: study, service, discount head, refund or other patient; empty for a visit. */
  what: z.string(),
  /** The person who booked, refunded or registered. */
  person: z.string(),
  /** The expected amount and the actual one; null if the line compares nothing. */
  expected: z.nullable(z.number()),
  actual: z.nullable(z.number()),
  /** The amount at stake; null if unknown. */
  amount: z.nullable(z.number()),
  is_explained: Flag,
  /** The newest act's; 0 while there is none. An act names the version that its person saw. */
  version: z.int(),
  /** All acts, newest first. */
  acts: z.array(LeakExplanation),
})
export type LeakEntry = z.output<typeof LeakEntry>

/** `Open`: entries without an explanation for their current state. */
export const LEAK_STATES = ['Open', 'Explained', 'All'] as const
export type LeakState = (typeof LEAK_STATES)[number]

const Filter = { ...SalesRange, line: Line, state: z._default(z.enum(LEAK_STATES), 'Open') } as const
/** Sums of all pages. */
export const LeakTotals = z.object({
  entries: z.int(),
  amount: z.nullable(z.number()),
  unpriced: z.int(),
})

const common = {
  module: 'sales_report',
  access: 'sales_report',
  base: 'php',
  offline: { kind: 'never' },
} as const

/** The leakage board: work done compared with charges (docs/decisions/227). */
export const leakageCalls = {
  board: defineCall({
    ...common,
    method: 'GET',
    key: 'report/leakage',
    path: 'report/leakage',
    input: z.strictObject(SalesRange).check(wholeRange),
    /** The lines that the reader may see, in order. */
    output: figuresOf(z.array(LeakCount)),
  }),
  entries: defineCall({
    ...common,
    method: 'GET',
    key: 'report/leakageEntries',
    path: 'report/leakageEntries',
    input: z.strictObject({ ...SalesPage, ...Filter }).check(wholeRange),
    output: salesListOf(LeakEntry, LeakTotals),
  }),
  allEntries: defineCall({
    ...common,
    method: 'GET',
    key: 'report/leakageEntries/ALL',
    path: 'report/leakageEntries/ALL',
    input: z.strictObject({ ...SalesAllPage, ...Filter }).check(wholeRange),
    output: salesFileOf(LeakEntry),
  }),
} as const

/** Path and input of the printed board; the call returns a PDF. */
export const LEAKAGE_PDF_PATH = 'report/leakagePdf'
export const LeakagePdfInput = z.strictObject(SalesRange).check(wholeRange)
export type LeakagePdfInput = z.output<typeof LeakagePdfInput>

/** Explains an entry, or reopens it: rows are only added (docs/decisions/228). */
export const leakageActCalls = {
  act: defineCall({
    ...common,
    method: 'POST',
    key: 'report/explainLeakage',
    path: 'report/explainLeakage',
    input: z.strictObject({
      line: Line,
      subject_id: EntityId,
      act: z.enum(LEAK_ACTS),
      /** Required to explain: one of the line's reasons. */
      reason: z.optional(z.enum(LEAK_REASONS)),
      /** Required with the reason `Other`, and to reopen an entry. */
      note: z._default(text(500), ''),
      /** The version that the person saw: a different current one is a conflict. */
      version: z.int().check(z.gte(0)),
    }),
    output: z.object({ message: z.string(), result: LeakEntry }),
  }),
} as const
