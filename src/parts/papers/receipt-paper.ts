import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { counts } from '#domain/status/payment-status.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { DeskColumn, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import {
  hasNoNumber,
  listOf,
  modeLabel,
  patientFacts,
  provisionalParts,
  reportCodeParts,
  visitPaper,
  wordsParts,
} from './common-parts.ts'
import { type PaperContext, paperTexts } from './paper-context.ts'
import type { PaperWords } from './words/en.ts'

const columnsIn = ({ columns }: PaperWords): readonly DeskColumn[] => [
  { label: columns.receiptNo, share: 30, rollShare: 0 },
  { label: columns.mode, share: 26, rollShare: 60 },
  { label: columns.refNo, share: 22, rollShare: 0 },
  { label: columns.amount, share: 22, rollShare: 40, isNumber: true },
]

const purposeIn = ({ columns }: PaperWords): readonly DeskColumn[] => [
  { label: columns.code, share: 22, rollShare: 0 },
  { label: columns.receivedFor, share: 78, rollShare: 100 },
]

/** Returns the paper of one payment: a receipt for each of its modes (docs/money.md: a split payment is one act). */
export function receiptPaper(
  visit: VisitRow,
  receipts: readonly ReceiptRow[],
  context: PaperContext,
): DeskPaper {
  const texts = paperTexts(context)
  const { words } = context
  const { decimals } = context.money
  const total = receipts
    .filter(({ status }) => counts(status))
    .reduce((sum, { amount }) => sum + toMinor(amount, decimals), 0)
  return visitPaper(
    visit,
    {
      title: words.titles.receipt,
      heading: words.headings.receipt,
      marks: provisionalParts(receipts.some(hasNoNumber), context),
      facts: receiptFacts(visit, receipts, context),
      parts: [
        {
          kind: 'table',
          columns: columnsIn(words),
          rows: receipts.map((receipt) => rowOf(receipt, context)),
        },
        ...purposeParts(visit, words),
        { kind: 'sums', lines: [{ label: words.sums.total, value: texts.minor(total), isStrong: true }] },
        ...wordsParts(fromMinor(total, decimals), context),
        ...receipts.flatMap((receipt) => noteParts(receipt, context)),
        ...reportCodeParts(context),
        { kind: 'signature', lines: [receipts[0]?.created_by_name ?? '', words.facts.takenBy] },
      ],
    },
    context,
  )
}

/** Returns the purpose of the payment: the active services, or all services of a cancelled visit. */
function purposeParts({ services }: VisitRow, words: PaperWords): DeskPart[] {
  const live = services.filter(({ status }) => isLiveService(status))
  const named = live.length > 0 ? live : services
  if (named.length === 0) return []
  return [{ kind: 'table', columns: purposeIn(words), rows: named.map(({ code, name }) => [code, name]) }]
}

/** Returns the displayed number: provisional until the server gives the final one. */
export function receiptNumber({ receipt_no, provisional_no }: ReceiptRow): string {
  return receipt_no || provisional_no
}

function receiptFacts(visit: VisitRow, receipts: readonly ReceiptRow[], context: PaperContext) {
  const { dateTime } = paperTexts(context)
  const { facts } = context.words
  const [first] = receipts
  return [
    { label: facts.receiptNo, value: listOf(receipts.map(receiptNumber), context) },
    { label: facts.date, value: first ? dateTime(first.taken_on) : '' },
    { label: facts.payer, value: first?.payer ?? '' },
    ...patientFacts(visit, context),
  ]
}

function rowOf(receipt: ReceiptRow, context: PaperContext): string[] {
  const { money } = paperTexts(context)
  const { words } = context
  const mode = [
    modeLabel(receipt.mode, words),
    receipt.payment_type_scheme,
    context.sheet === 'A4' ? '' : receipt.ref_no,
    counts(receipt.status) ? '' : words.cancelled,
  ]
  return [receiptNumber(receipt), listOf(mode, context), receipt.ref_no, money(receipt.amount)]
}

/** Returns the cash handed over and the change returned. */
function tenderedText({ tendered, amount }: ReceiptRow, context: PaperContext): string {
  if (tendered === undefined || tendered === null) return ''
  const { money, minor } = paperTexts(context)
  const { decimals } = context.money
  return context.words.tendered(
    money(tendered),
    minor(toMinor(tendered, decimals) - toMinor(amount, decimals)),
  )
}

function noteParts(receipt: ReceiptRow, context: PaperContext): DeskPart[] {
  const { dateTime } = paperTexts(context)
  const { words } = context
  const { receipt_no, provisional_no, cancelled_on, cancelled_by_name, cancel_reason, remarks } = receipt
  const isRenumbered = !hasNoNumber(receipt) && provisional_no !== '' && provisional_no !== receipt_no
  const lines = [
    remarks,
    tenderedText(receipt, context),
    isRenumbered ? words.printedBefore(receipt_no, provisional_no) : '',
    receipt.is_unallocated === 1 ? words.unallocated : '',
    cancelled_on === null
      ? ''
      : words.receiptCancelledBy(
          receiptNumber(receipt),
          cancelled_by_name,
          dateTime(cancelled_on),
          cancel_reason,
        ),
  ]
  return lines.filter((line) => line !== '').map((text) => ({ kind: 'text', text, isSmall: true }))
}
