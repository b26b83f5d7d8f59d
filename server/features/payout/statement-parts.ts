import type { PayoutLine, ReaderPayout } from '#contract/calls/payout.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { MonthText } from '#domain/money/month-lock.ts'
import { payoutFileName } from '#domain/money/payout.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import type { DeskFact } from '#render/desk-paper.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { type PaperColumn, tableOf } from '../sales-papers/public/columns.ts'
import type { TitledParts } from '../sales-papers/public/mount-paper.ts'
import { cutPart, PAPER_PAGE } from '../sales-papers/public/paper-page.ts'
import type { SectionContext } from '../sales-papers/public/read-sections.ts'
import type { SalesTexts } from '../sales-papers/public/texts.ts'
import { listExams, type ServiceSum, sumByService } from './exams.ts'
import { PAYOUT_PAPER_WORDS as WORDS } from './paper-words.ts'
import { readStatement } from './statement.ts'
import { demandReader } from './store.ts'

const { columns: COLUMNS, facts: FACTS } = WORDS

/**
 * Returns one reader's month: as closed, otherwise a draft of the current figures. Throws `not_found` if the id is
 * not a doctor of the client.
 */
export async function statementParts(
  { figures, texts }: SectionContext,
  { month, doctorId }: { month: MonthText; doctorId: string },
): Promise<TitledParts> {
  const { tx, caller } = figures
  await demandReader(figures, doctorId)
  const [payout] = await readStatement(figures, month, doctorId)
  if (!payout) throw new Refusal('not_found')
  const of = { clientId: caller.clientId, month, doctorId }
  const services = await sumByService(tx, of)
  const { rows, total } = await listExams(tx, of, PAPER_PAGE)
  const isDraft = payout.is_closed === 0
  const monthText = formatMonthText(month)
  const sums = standing(payout)
  return {
    title: WORDS.title(monthText, isDraft),
    name: payoutFileName(month, payout.name, isDraft),
    parts: [
      { kind: 'facts', facts: factsOf(payout, monthText, services, texts) },
      ...notesOf(payout, texts),
      { kind: 'section', title: WORDS.total, note: '' },
      { ...tableOf(TOTAL_COLUMNS, [sums], undefined, texts), width: 0.7 },
      { kind: 'section', title: WORDS.services, note: WORDS.servicesNote },
      { ...tableOf(SERVICE_COLUMNS, services, services, texts), width: 0.7 },
      { kind: 'section', title: WORDS.studies, note: WORDS.studiesNote },
      ...cutPart(rows.length, total),
      tableOf(LINE_COLUMNS, rows, sums.points, texts),
      { kind: 'signatures', places: WORDS.signatures(payout.name) },
    ],
  }
}

const closedOf = ({ closes }: ReaderPayout) => closes.find(({ reopened_on }) => reopened_on === null)

/** Returns the totals that the statement shows. */
const standing = (payout: ReaderPayout) => closedOf(payout) ?? payout

const number = (value: number) => value.toLocaleString('en-US')
const sumOf = (services: readonly ServiceSum[], of: (one: ServiceSum) => number) =>
  services.reduce((sum, one) => sum + of(one), 0)

function factsOf(
  payout: ReaderPayout,
  month: string,
  services: readonly ServiceSum[],
  { moment }: SalesTexts,
): DeskFact[] {
  const closed = closedOf(payout)
  return [
    { label: FACTS.reader, value: payout.name },
    { label: FACTS.month, value: month },
    { label: FACTS.state, value: closed ? WORDS.closed(closed.version) : WORDS.draft },
    { label: FACTS.closed, value: closed ? WORDS.byOn(closed.closed_by, moment(closed.closed_on)) : '' },
    { label: FACTS.verified, value: number(sumOf(services, ({ verified }) => verified)) },
    {
      label: FACTS.withoutPoints,
      value: number(sumOf(services, (one) => (one.points === 0 ? one.exams : 0))),
    },
  ]
}

/**
 * Returns the notes beside the totals: the checksum of the studies, later changes, and versions that were reopened.
 */
function notesOf(payout: ReaderPayout, { moment }: SalesTexts): FiguresPart[] {
  const opened = payout.closes
    .filter(({ reopened_on }) => reopened_on !== null)
    .map(({ version, reopened_by, reopened_on, reopen_reason }) =>
      WORDS.opened(version, reopened_by, moment(reopened_on ?? ''), reopen_reason),
    )
  const { sha256 } = standing(payout)
  const said = [WORDS.checksum(sha256), ...(payout.is_same === 0 ? [WORDS.changed] : []), ...opened]
  return said.map((text) => ({ kind: 'text', text }))
}

const TOTAL_COLUMNS: readonly PaperColumn<ReturnType<typeof standing>, undefined>[] = [
  { label: COLUMNS.exams, share: 25, isNumber: true, text: ({ exams }) => number(exams) },
  { label: COLUMNS.points, share: 25, isNumber: true, text: ({ points }) => number(points) },
  { label: COLUMNS.rate, share: 25, isNumber: true, text: ({ rate }, { money }) => money(rate) },
  { label: COLUMNS.amount, share: 25, isNumber: true, text: ({ amount }, { money }) => money(amount) },
]

const serviceText = ({ service }: { service: string }) => service || WORDS.noService

const SERVICE_COLUMNS: readonly PaperColumn<ServiceSum, readonly ServiceSum[]>[] = [
  { label: COLUMNS.service, share: 48, text: serviceText },
  {
    label: COLUMNS.exams,
    share: 13,
    isNumber: true,
    text: ({ exams }) => number(exams),
    total: (all) => number(sumOf(all, ({ exams }) => exams)),
  },
  {
    label: COLUMNS.verified,
    share: 13,
    isNumber: true,
    text: ({ verified }) => number(verified),
    total: (all) => number(sumOf(all, ({ verified }) => verified)),
  },
  { label: COLUMNS.each, share: 13, isNumber: true, text: ({ points }) => number(points) },
  {
    label: COLUMNS.points,
    share: 13,
    isNumber: true,
    text: ({ sum }) => number(sum),
    // Rounds to the two decimals of points, because float sums drift.
    total: (all) => number(Math.round(sumOf(all, ({ sum }) => sum) * 100) / 100),
  },
]

const LINE_COLUMNS: readonly PaperColumn<PayoutLine, number>[] = [
  { label: COLUMNS.signed, share: 17, text: ({ signed_on }, { moment }) => moment(signed_on) },
  { label: COLUMNS.accession, share: 13, text: ({ accession_no }) => accession_no },
  { label: COLUMNS.modality, share: 9, text: ({ modality }) => modality },
  { label: COLUMNS.service, share: 28, text: serviceText },
  { label: COLUMNS.branch, share: 16, text: ({ branch }) => branch },
  {
    label: COLUMNS.report,
    share: 9,
    text: ({ is_verified }) => (is_verified === 1 ? WORDS.isVerified : WORDS.isSigned),
  },
  {
    label: COLUMNS.points,
    share: 8,
    isNumber: true,
    text: ({ points }) => number(points),
    total: (points) => number(points),
  },
]
