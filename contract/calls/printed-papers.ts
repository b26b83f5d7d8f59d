import * as z from 'zod/mini'
import { PRINTED_KINDS } from '#domain/money/papers/printed-papers.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { listOf, PageInput } from '../kernel/paging.ts'
import { AsAt } from './sales-records.ts'

const Kind = z.enum(PRINTED_KINDS)

/** A printed report of figures. */
export const PrintedPaper = z.object({
  id: EntityId,
  name: z.string(),
  /** Name of the branch; null if it covers several. */
  branch: z.nullable(z.string()),
  from_date: Day,
  to_date: Day,
  as_at: AsAt,
  rows: z.int(),
  /** SHA-256 of the rows in hexadecimal, as in the footer of each sheet. */
  hash: z.string(),
  printed_by: z.string(),
  printed_on: Instant,
  is_own: Flag,
})
export type PrintedPaper = z.output<typeof PrintedPaper>

/** Printed reports of figures, newest first, limited by the reader's rights. */
export const printedPaperCalls = {
  list: defineCall({
    key: 'report/printedPapers',
    module: ['sales_report', 'appointment_system', 'bi_report', ...STUDY_MODULES],
    base: 'php',
    method: 'GET',
    path: 'report/printedPapers',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ kind: Kind, ...PageInput }),
    output: listOf(PrintedPaper),
  }),
} as const

/** Path and input of one paper; the call returns the file as printed. */
export const PRINTED_PAPER_PATH = 'report/printedPaper'
export const PrintedPaperInput = z.strictObject({ kind: Kind, id: EntityId })
