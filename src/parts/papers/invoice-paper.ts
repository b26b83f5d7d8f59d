import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { ReceiptRow, RefundRow, VisitRow } from '#contract/calls/visit-records.ts'
import { type Bill, billOf } from '#domain/money/balance.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { invoiceKind } from '#domain/money/papers/invoice-kind.ts'
import { receivedByMode } from '#domain/money/papers/received-by-mode.ts'
import { counts } from '#domain/status/payment-status.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { DeskColumn, DeskFact, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import {
  hasNoNumber,
  isOnlyHere,
  modeLabel,
  patientFacts,
  provisionalParts,
  visitPaper,
  wordsParts,
} from './common-parts.ts'
import { listedAmounts, listedService } from './listed-amounts.ts'
import { type PaperContext, paperTexts } from './paper-context.ts'
import type { PaperWords } from './words/en.ts'

const columnsIn = ({ columns }: PaperWords): readonly DeskColumn[] => [
  { label: columns.place, share: 5, rollShare: 0 },
  { label: columns.code, share: 12, rollShare: 0 },
  { label: columns.service, share: 38, rollShare: 64 },
  { label: columns.charges, share: 15, rollShare: 0, isNumber: true },
  { label: columns.discount, share: 14, rollShare: 0, isNumber: true },
  { label: columns.net, share: 16, rollShare: 36, isNumber: true },
]

/** An invoice's visit with its payments and refunds. */
export interface Invoiced {
  visit: PricedVisit
  receipts: readonly ReceiptRow[]
  refunds: readonly RefundRow[]
}

/** Returns the bill of a visit from this device's data, in whole minor units of the session's decimals. */
export function billOfVisit({ visit, receipts, refunds }: Invoiced, decimals: number): Bill {
  const minorOf = <Row extends { amount: number }>(row: Row) => ({
    ...row,
    minor: toMinor(row.amount, decimals),
  })
  return billOf(
    toMinor(visit.net_charges, decimals),
    receipts.map((receipt) => ({ ...minorOf(receipt), isSettlement: isSettlement(receipt) })),
    refunds.map(minorOf),
    hasScheme(visit) ? visit.patient_share : undefined,
  )
}

/** Returns true if a referral scheme applies. */
export const hasScheme = ({ ref_dr_scheme_id }: Pick<VisitRow, 'ref_dr_scheme_id'>): boolean =>
  ref_dr_scheme_id !== null

const isSettlement = ({ settlement_id }: ReceiptRow): boolean =>
  settlement_id !== undefined && settlement_id !== null

/** Returns the invoice of a visit, without cancelled services (docs/visits.md#visit-and-service-status). */
export function invoicePaper(invoiced: Invoiced, context: PaperContext): DeskPaper {
  const { visit } = invoiced
  const { words } = context
  const { money, minor } = paperTexts(context)
  const bill = billOfVisit(invoiced, context.money.decimals)
  const services = visit.services.filter(({ status }) => isLiveService(status))
  const kind = invoiceKind({ hasScheme: hasScheme(visit), status: bill.status })
  return visitPaper(
    visit,
    {
      title: words.titles.invoice,
      heading: words.headings.invoice[kind],
      marks: provisionalParts(isProvisional(invoiced), context),
      facts: invoiceFacts(visit, context),
      parts: [
        {
          kind: 'table',
          columns: columnsIn(words),
          rows: services.map((service, index) => {
            const listed = listedService(service, context.money.decimals)
            return [
              String(index + 1),
              service.code,
              service.name,
              minor(listed.charges),
              minor(listed.discount),
              money(service.net_charges),
            ]
          }),
        },
        { kind: 'sums', lines: sumsOf(invoiced, bill, context) },
        ...wordsParts(fromMinor(bill.net, context.money.decimals), context),
        ...printedBefore(visit, words),
        { kind: 'text', text: words.computerMade, isSmall: true },
      ],
    },
    context,
  )
}

/** Returns the displayed number: this device's provisional one until the server gives its own. */
const invoiceNumber = ({ invoice_no = '', invoice_provisional_no = '' }: VisitRow) =>
  invoice_no || invoice_provisional_no

/** Returns the number on an earlier print. */
function printedBefore(
  { invoice_no = '', invoice_provisional_no = '' }: VisitRow,
  words: PaperWords,
): DeskPart[] {
  if (invoice_no === '' || invoice_provisional_no === '') return []
  const text = words.printedBefore(invoice_no, invoice_provisional_no)
  return [{ kind: 'text', text, isSmall: true }]
}

function invoiceFacts(visit: VisitRow, context: PaperContext): DeskFact[] {
  const { branch, words } = context
  const { facts } = words
  const version = visit.invoice_version > 1 ? words.version(visit.invoice_version) : ''
  return [
    { label: facts.invoiceNo, value: invoiceNumber(visit) },
    {
      label: facts.invoiceDate,
      value: visit.invoice_date ? paperTexts(context).day(visit.invoice_date) : '',
    },
    { label: facts.version, value: version },
    ...patientFacts(visit, context),
    { label: facts.taxNo, value: branch?.tax_no ?? '' },
    { label: facts.companyNo, value: branch?.company_no ?? '' },
    { label: facts.package, value: visit.package },
    { label: facts.refHospital, value: visit.ref_hospital },
    { label: facts.refDoctor, value: visit.ref_dr },
    { label: facts.scheme, value: visit.ref_dr_scheme },
  ]
}

// Its number or part of its money is not on the server yet.
const isProvisional = ({ visit, receipts }: Invoiced) =>
  isOnlyHere(visit) ||
  receipts.some(hasNoNumber) ||
  ((visit.invoice_no ?? '') === '' && (visit.invoice_provisional_no ?? '') !== '')

function sumsOf({ visit, receipts }: Invoiced, bill: Bill, context: PaperContext) {
  const { minor } = paperTexts(context)
  const { decimals } = context.money
  const { words } = context
  const { sums } = words
  const listed = listedAmounts(visit, decimals)
  const modes = receivedByMode(
    receipts
      .filter((receipt) => !isSettlement(receipt))
      .map(({ mode, amount, status }) => ({ mode, status, minor: toMinor(amount, decimals) })),
  )
  const settled = Map.groupBy(
    receipts.filter((receipt) => isSettlement(receipt) && counts(receipt.status)),
    ({ payer }) => payer ?? '',
  )
  const shares = [
    { label: sums.patientShare(visit.patient_share), value: minor(bill.patientNet) },
    { label: sums.schemeShare, value: minor(bill.net - bill.patientNet) },
  ]
  return [
    { label: sums.charges, value: minor(listed.charges) },
    { label: sums.discount, value: minor(listed.discount) },
    { label: sums.net, value: minor(bill.net), isStrong: true },
    ...(hasScheme(visit) ? shares : []),
    ...modes.map((one) => ({ label: words.received(modeLabel(one.mode, words)), value: minor(one.minor) })),
    ...[...settled].map(([payer, paid]) => ({
      label: words.settledBy(payer),
      value: minor(paid.reduce((sum, { amount }) => sum + toMinor(amount, decimals), 0)),
    })),
    ...(bill.refunded > 0 ? [{ label: sums.refunded, value: minor(bill.refunded) }] : []),
    ...(bill.received > 0 ? [{ label: sums.paid, value: minor(bill.paid), isStrong: true }] : []),
    ...(hasScheme(visit) ? [{ label: sums.patientBalance, value: minor(bill.receivable) }] : []),
    { label: sums.balance, value: minor(bill.balance), isStrong: true },
  ]
}
