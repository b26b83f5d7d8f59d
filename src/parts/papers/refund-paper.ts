import type { RefundRow, VisitRow } from '#contract/calls/visit-records.ts'
import { counts } from '#domain/status/payment-status.ts'
import type { DeskColumn, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import { listOf, modeLabel, patientFacts, visitPaper, wordsParts } from './common-parts.ts'
import { type PaperContext, paperTexts } from './paper-context.ts'
import type { PaperWords } from './words/en.ts'

const columnsIn = ({ columns }: PaperWords): readonly DeskColumn[] => [
  { label: columns.mode, share: 40, rollShare: 60 },
  { label: columns.refNo, share: 36, rollShare: 0 },
  { label: columns.amount, share: 24, rollShare: 40, isNumber: true },
]

/** Returns the paper of one refund. */
export function refundPaper(visit: VisitRow, refund: RefundRow, context: PaperContext): DeskPaper {
  const { dateTime, money } = paperTexts(context)
  const { words } = context
  const { facts } = words
  const mode = [modeLabel(refund.mode, words), refund.payment_type_scheme ?? '']
  const row = [listOf(mode, context), refund.ref_no, money(refund.amount)]
  return visitPaper(
    visit,
    {
      title: words.titles.refund,
      heading: words.headings.refund,
      marks: counts(refund.status) ? [] : cancelledParts(refund, context),
      facts: [
        { label: facts.refundNo, value: refund.refund_no },
        { label: facts.date, value: dateTime(refund.created) },
        ...patientFacts(visit, context),
      ],
      parts: [
        { kind: 'table', columns: columnsIn(words), rows: [row] },
        ...wordsParts(refund.amount, context),
        ...notesOf(refund, words).map((text) => ({ kind: 'text', text, isSmall: true }) satisfies DeskPart),
        { kind: 'signature', lines: [refund.created_by_name, facts.refundedBy] },
      ],
    },
    context,
  )
}

/** Returns the refund's reason, unless the remarks already state it, and the remarks. */
const notesOf = ({ reason = '', remarks }: RefundRow, words: PaperWords): string[] =>
  [reason === remarks || reason === '' ? '' : words.refundReason(reason), remarks].filter(
    (text) => text !== '',
  )

function cancelledParts(refund: RefundRow, context: PaperContext): DeskPart[] {
  const when = refund.cancelled_on === null ? '' : paperTexts(context).dateTime(refund.cancelled_on)
  const { words } = context
  const text = words.cancelledBy(refund.cancelled_by_name, when, refund.cancel_reason)
  return [
    { kind: 'mark', text: words.cancelled },
    { kind: 'mark', text },
  ]
}
