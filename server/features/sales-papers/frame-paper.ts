import type * as z from 'zod/mini'
import type { AsAt, SalesScope } from '#contract/calls/sales-records.ts'
import { formatDay } from '#domain/time/formats.ts'
import type { FiguresPaper, FiguresPart } from '#render/figures-paper.ts'
import type { SalesTexts } from './public/texts.ts'
import { SALES_PAPER_WORDS as WORDS } from './public/words.ts'
import type { RowsHash } from './row-hash.ts'

/** The data around the figures of every paper. */
export interface PaperFrame {
  title: string
  /** The issuer: the company with its address. */
  issuer: readonly string[]
  letterhead: FiguresPaper['letterhead']
  /** The name of the branch; undefined for all of the reader's branches. */
  branch: string | undefined
  fromDay: string
  toDay: string
  asAt: AsAt
  scope: z.output<typeof SalesScope>
  /** True if the paper shows the currency of its amounts; default true. */
  hasAmounts?: boolean
  /** The person who prints it. */
  reader: string
}

/**
 * Returns a paper of `parts` with their filters; the moment, the count and the hash of the rows are printed above
 * them and at the foot of each sheet.
 */
export function framePaper(
  frame: PaperFrame,
  parts: readonly FiguresPart[],
  texts: SalesTexts,
  { rows, hash }: RowsHash,
): FiguresPaper {
  const { title, asAt } = frame
  const branch = frame.branch ?? WORDS.allBranches
  const range = WORDS.range(formatDay(frame.fromDay), formatDay(frame.toDay))
  const when = texts.moment(asAt.at)
  return {
    title,
    createdAt: new Date(asAt.at),
    isLandscape: true,
    letterhead: frame.letterhead,
    issuer: frame.issuer,
    running: [title, branch, range].join(' · '),
    foot: [WORDS.asAt(when, asAt.pos), WORDS.hash(rows, hash)],
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: WORDS.facts.branch, value: branch },
          { label: WORDS.facts.range, value: range },
          { label: WORDS.facts.amounts, value: frame.hasAmounts === false ? '' : texts.currency },
          { label: WORDS.facts.asAt, value: when },
          { label: WORDS.facts.printedBy, value: frame.reader },
          { label: WORDS.facts.scope, value: scopeText(frame.scope) },
        ],
      },
      ...parts,
    ],
  }
}

function scopeText({ self_created, invoices }: PaperFrame['scope']): string {
  const limits = [
    ...(self_created === 1 ? [WORDS.scopes.own] : []),
    ...(invoices === 'All' ? [] : [WORDS.scopes[invoices]]),
  ]
  return limits.join(', ')
}
