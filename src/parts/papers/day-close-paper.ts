import type { DayClose } from '#contract/calls/payments.ts'
import { formatDay } from '#domain/time/formats.ts'
import type { DeskColumn, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import { issuerParts, lineOf, modeLabel } from './common-parts.ts'
import { type PaperContext, paperTexts, sheetOf } from './paper-context.ts'
import { ENGLISH_PAPER } from './words/en.ts'
import { ON_PAPER, PAPERS_WORDS } from './words.ts'

const COLUMNS: readonly DeskColumn[] = [
  { label: ON_PAPER.columns.mode, share: 24, rollShare: 40 },
  { label: ON_PAPER.columns.receipts, share: 10, rollShare: 0, isNumber: true },
  { label: ON_PAPER.columns.received, share: 22, rollShare: 0, isNumber: true },
  { label: ON_PAPER.columns.refunds, share: 10, rollShare: 0, isNumber: true },
  { label: ON_PAPER.columns.refunded, share: 17, rollShare: 0, isNumber: true },
  { label: ON_PAPER.columns.net, share: 17, rollShare: 60, isNumber: true },
]

/** Returns a person's drawer for a day: recorded against counted. */
export function dayClosePaper(close: DayClose, context: PaperContext): DeskPaper {
  const { money, dateTime } = paperTexts(context)
  const { facts, sums } = ON_PAPER
  const day = formatDay(close.day)
  const takenBack = close.modes.filter(({ taken_back }) => taken_back !== 0)
  const note: DeskPart[] =
    close.note === '' ? [] : [{ kind: 'facts', facts: [{ label: facts.note, value: close.note }] }]
  return {
    title: PAPERS_WORDS.dayClose,
    ...sheetOf(context, true),
    foot: lineOf([close.user, close.branch, day]),
    parts: [
      ...issuerParts(context),
      { kind: 'heading', text: ON_PAPER.dayCloseTitle },
      {
        kind: 'facts',
        facts: [
          { label: facts.person, value: close.user },
          { label: facts.branch, value: close.branch },
          { label: facts.day, value: day },
          { label: facts.closedOn, value: dateTime(close.closed_on) },
          { label: facts.closedBy, value: close.closed_by },
        ],
      },
      { kind: 'rule' },
      {
        kind: 'table',
        columns: COLUMNS,
        rows: close.modes.map(({ mode, receipts, received, refunds, refunded, net }) => [
          modeLabel(mode, ENGLISH_PAPER),
          String(receipts),
          money(received),
          String(refunds),
          money(refunded),
          money(net),
        ]),
      },
      {
        kind: 'sums',
        lines: [
          ...takenBack.map(({ mode, taken_back }) => ({
            label: sums.takenBack(modeLabel(mode, ENGLISH_PAPER)),
            value: money(taken_back),
          })),
          { label: sums.recordedCash, value: money(close.recorded_cash) },
          { label: sums.countedCash, value: money(close.counted_cash) },
          { label: sums.difference, value: money(close.difference), isStrong: true },
        ],
      },
      ...note,
      { kind: 'signature', lines: [close.user, ON_PAPER.signature] },
    ],
  }
}
