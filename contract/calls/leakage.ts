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
  /** Entries that nobody has explained. */
  open: z.int(),
  explained: z.int(),
  /** What the open entries have at stake; null where the line has no amounts. */
  amount: z.nullable(z.number()),
  /** Open entries whose amount is not known, on a line that has amounts. */
  unpriced: z.int(),
  /** Entries found in each step of the span, open and explained, in the order of time: they add up to both. */
  trend: z.array(z.int()),
  /** What a step is. Weeks end with the last day of the span. */
  trend_unit: z.enum(TREND_UNITS),
})
export type LeakCount = z.output<typeof LeakCount>

/** One act on an entry. */
export const LeakExplanation = z.object({
  version: z.int(),
  act: z.enum(LEAK_ACTS),
  /** Null for an entry that was opened again. */
  reason: z.nullable(z.enum(LEAK_REASONS)),
  note: z.string(),
  by: z.string(),
  at: Instant,
})
export type LeakExplanation = z.output<typeof LeakExplanation>

/** An entry of a line. */
export const LeakEntry = z.object({
  line: Line,
  /** A study, service, visit, refund or patient, as the line says. */
  subject_id: EntityId,
  at: Instant,
  /** Null for a study that no branch has claimed. */
  branch_id: z.nullable(EntityId),
  branch: z.string(),
  appt_id: z.nullable(EntityId),
  visit_no: z.string(),
  study_id: z.nullable(EntityId),
  pat_id: z.string(),
  pat_name: z.string(),
  /** The study, service, discount head, refund or other patient that the entry is about; empty for a visit. */
  what: z.string(),
  /** Who booked, refunded or registered. */
  person: z.string(),
  /** What should have been charged, paid or allowed, and what was; null where the line compares nothing. */
  expected: z.nullable(z.number()),
  actual: z.nullable(z.number()),
  /** What is at stake; null where it is not known. */
  amount: z.nullable(z.number()),
  is_explained: Flag,
  /** Of the newest act; 0 while there is none. An act names the version that its person saw. */
  version: z.int(),
  /** All acts, the newest first. */
  acts: z.array(LeakExplanation),
})
export type LeakEntry = z.output<typeof LeakEntry>

/** `Open`: entries that nobody has explained as they stand now. */
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

/** The leakage board: what was done against what was charged (docs/decisions/227). */
export const leakageCalls = {
  board: defineCall({
    ...common,
    method: 'GET',
    key: 'report/leakage',
    path: 'report/leakage',
    input: z.strictObject(SalesRange).check(wholeRange),
    /** The lines that the reader may see, in their order. */
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

/** Path and input of the board as a paper; the call returns a PDF. */
export const LEAKAGE_PDF_PATH = 'report/leakagePdf'
export const LeakagePdfInput = z.strictObject(SalesRange).check(wholeRange)
export type LeakagePdfInput = z.output<typeof LeakagePdfInput>

/** Explains an entry, or opens it again: rows are only added (docs/decisions/228). */
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
      /** Required with the reason `Other`, and to open an entry again. */
      note: z._default(text(500), ''),
      /** The version that the person saw: another one by now is a conflict. */
      version: z.int().check(z.gte(0)),
    }),
    output: z.object({ message: z.string(), result: LeakEntry }),
  }),
} as const
