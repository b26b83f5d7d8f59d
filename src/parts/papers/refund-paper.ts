import type { RefundRow, VisitRow } from '#contract/calls/visit-records.ts'
import { counts } from '#domain/status/payment-status.ts'
import type { DeskColumn, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import { modeLabel, patientFacts, visitPaper, wordsParts } from './common-parts.ts'
import { type PaperContext, paperTexts } from './paper-context.ts'
import { ON_PAPER, PAPERS_WORDS } from './words.ts'

const COLUMNS: readonly DeskColumn[] = [
  { label: ON_PAPER.columns.mode, share: 40, rollShare: 60 },
  { label: ON_PAPER.columns.refNo, share: 36, rollShare: 0 },
  { label: ON_PAPER.columns.amount, share: 24, rollShare: 40, isNumber: true },
]

/** Returns the paper of one refund. */
export function refundPaper(visit: VisitRow, refund: RefundRow, context: PaperContext): DeskPaper {
  const { dateTime, money } = paperTexts(context)
  const { facts } = ON_PAPER
  const mode = [modeLabel(refund.mode), refund.payment_type_scheme ?? ''].filter((part) => part !== '')
  const row = [mode.join(', '), refund.ref_no, money(refund.amount)]
  return visitPaper(
    visit,
    {
      title: PAPERS_WORDS.refund,
      heading: ON_PAPER.refundTitle,
      marks: counts(refund.status) ? [] : cancelledParts(refund, context),
      facts: [
        { label: facts.refundNo, value: refund.refund_no },
        { label: facts.date, value: dateTime(refund.created) },
        ...patientFacts(visit, context),
      ],
      parts: [
        { kind: 'table', columns: COLUMNS, rows: [row] },
        ...wordsParts(refund.amount, context),
        ...notesOf(refund).map((text) => ({ kind: 'text', text, isSmall: true }) satisfies DeskPart),
        { kind: 'signature', lines: [refund.created_by_name, facts.refundedBy] },
      ],
    },
    context,
  )
}

/** Returns the refund's reason, unless the remarks already state it, and the remarks. */
const notesOf = ({ reason = '', remarks }: RefundRow): string[] =>
  [reason === remarks || reason === '' ? '' : ON_PAPER.refundReason(reason), remarks].filter(
    (text) => text !== '',
  )

function cancelledParts(refund: RefundRow, context: PaperContext): DeskPart[] {
  const when = refund.cancelled_on === null ? '' : paperTexts(context).dateTime(refund.cancelled_on)
  const text = ON_PAPER.cancelledBy(refund.cancelled_by_name, when, refund.cancel_reason)
  return [
    { kind: 'mark', text: ON_PAPER.cancelled },
    { kind: 'mark', text },
  ]
}
