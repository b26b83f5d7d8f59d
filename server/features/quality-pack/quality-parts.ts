import type { QualityPackInput } from '#contract/calls/quality-pack.ts'
import { STEP_WORDS } from '#domain/flow/step-words.ts'
import { monthOf, monthRange } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { minutesInWords } from '#domain/time/tat.ts'
import { addDays } from '#domain/time/zones.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { readTurnaround } from '../flow/public/turnaround.ts'
import type { Figures } from '../sales/public/figures.ts'
import { type PaperColumn, tableOf } from '../sales-papers/public/columns.ts'
import type { SectionContext } from '../sales-papers/public/read-sections.ts'
import type { SalesTexts } from '../sales-papers/public/texts.ts'
import { readCriticals, readVisitMeasures } from './measures.ts'
import { peerParts } from './peer-parts.ts'
import { type SignedGroup, selectByModality, selectByMonth } from './signed.ts'
import { QUALITY_WORDS as WORDS } from './words.ts'

const { columns: COLUMNS, lines: LINES } = WORDS
const MONTHS = 6
const CHART_HEIGHT = 150

/** Returns the quality of a month: turnaround, modalities, the months before, and corrections. */
export async function qualityParts(
  { figures: opened, texts, names }: SectionContext,
  { month, modality, department_id }: QualityPackInput,
): Promise<FiguresPart[]> {
  const figures = atOwnClock(opened)
  const { from, to } = monthRange(month)
  const filter = { modality, department_id, from_date: from, to_date: to }
  const turnaround = await readTurnaround(figures, filter)
  const modalities = await selectByModality(figures, filter)
  const months = await selectByMonth(figures, { ...filter, from_date: `${monthsBefore(month)}-01` })
  const criticals = await readCriticals(figures, { modality, department_id })
  const visits = await readVisitMeasures(figures)
  const signed = months.find(({ label }) => label === month)
  const measures: Measure[] = [
    { label: LINES.inTarget, count: turnaround.in_target, of: turnaround.with_target },
    { label: LINES.amended, count: signed?.amended ?? 0, of: signed?.studies ?? 0 },
    { label: LINES.criticals, count: criticals.closed, of: criticals.opened },
    { label: LINES.cancelledScans, count: visits.cancelledScans, of: visits.cancelledScans + visits.exams },
    { label: LINES.noShows, count: visits.noShows, of: visits.visits },
  ]
  const narrowed = [
    modality === undefined ? WORDS.allModalities : WORDS.modality(modality),
    ...(department_id === undefined ? [] : [WORDS.department(names.get(department_id) ?? department_id)]),
  ].join(' · ')
  return [
    {
      kind: 'section',
      title: WORDS.measures,
      note: `${narrowed} · ${WORDS.measuresNote(modality !== undefined || department_id !== undefined)}`,
    },
    { ...tableOf(MEASURE_COLUMNS, measures, undefined, texts), width: 0.7 },
    ...(criticals.p50 !== null && criticals.p80 !== null
      ? [{ kind: 'text', text: WORDS.waits(minutes(criticals.p50), minutes(criticals.p80)) } as const]
      : []),
    {
      kind: 'section',
      title: WORDS.turnaround,
      note: WORDS.turnaroundNote(narrowed, figures.caller.timeZone),
    },
    ...turnaroundParts(turnaround, texts),
    { kind: 'section', title: WORDS.modalities, note: WORDS.modalitiesNote },
    tableOf(groupColumns(COLUMNS.modality), modalities.map(withName), undefined, texts),
    {
      kind: 'chart',
      title: WORDS.targetChart,
      height: CHART_HEIGHT,
      chart: {
        form: 'list',
        unit: { kind: 'percent' },
        items: modalities
          .filter(({ with_target }) => with_target > 0)
          .map((group) => ({ label: withName(group).label, value: targetShare(group) ?? 0 })),
      },
    },
    { kind: 'section', title: WORDS.months, note: WORDS.monthsNote },
    tableOf(
      groupColumns(COLUMNS.month),
      months.map((group) => ({ ...group, label: formatMonthText(group.label) })),
      undefined,
      texts,
    ),
    {
      kind: 'chart',
      title: WORDS.rateChart,
      height: CHART_HEIGHT,
      chart: {
        form: 'line',
        unit: { kind: 'percent' },
        series: [{ label: WORDS.inTarget }, { label: WORDS.amended }],
        points: months.map((group) => ({
          label: formatMonthText(group.label),
          values: [targetShare(group), percentOf(group.amended, group.studies)],
        })),
      },
    },
    ...(await peerParts(figures, texts)),
  ]
}

/** Uses the branches' own time zone if they have only one; otherwise the reader's. */
function atOwnClock(figures: Figures): Figures {
  const [only, ...others] = figures.scope.zones
  if (!only || others.length > 0) return figures
  return { ...figures, caller: { ...figures.caller, timeZone: only.zone } }
}

/** Returns the first of the six months that end with `month`. */
function monthsBefore(month: string): string {
  let first = month
  for (let step = 1; step < MONTHS; step += 1) first = monthOf(addDays(`${first}-01`, -1))
  return first
}

const minutes = (value: number) => minutesInWords(Math.round(value))
const waited = (value: number | null) => (value === null ? '' : minutes(value))

/** Returns percent with one decimal; null if the total is zero. */
const percentOf = (count: number, of: number): number | null =>
  of === 0 ? null : Math.round((1_000 * count) / of) / 10
const percentText = (share: number | null) => (share === null ? '' : `${share.toFixed(1)} %`)
const targetShare = ({ in_target, with_target }: SignedGroup) => percentOf(in_target, with_target)
const withName = (group: SignedGroup): SignedGroup =>
  group.label === '-' ? { ...group, label: WORDS.noModality } : group

interface Measure {
  label: string
  count: number
  of: number
}

const number = (value: number) => value.toLocaleString('en-US')

const MEASURE_COLUMNS: readonly PaperColumn<Measure, undefined>[] = [
  { label: COLUMNS.measure, share: 52, text: ({ label }) => label },
  { label: COLUMNS.count, share: 16, isNumber: true, text: ({ count }) => number(count) },
  { label: COLUMNS.of, share: 16, isNumber: true, text: ({ of }) => number(of) },
  {
    label: COLUMNS.share,
    share: 16,
    isNumber: true,
    text: ({ count, of }) => percentText(percentOf(count, of)),
  },
]

type Turnaround = Awaited<ReturnType<typeof readTurnaround>>
type Waits = Turnaround['received_signed'] & { label: string }

const WAIT_COLUMNS: readonly PaperColumn<Waits, undefined>[] = [
  { label: COLUMNS.step, share: 36, text: ({ label }) => label },
  { label: COLUMNS.studies, share: 16, isNumber: true, text: ({ n }) => number(n) },
  { label: COLUMNS.p50, share: 16, isNumber: true, text: ({ p50 }) => waited(p50) },
  { label: COLUMNS.p80, share: 16, isNumber: true, text: ({ p80 }) => waited(p80) },
  { label: COLUMNS.p95, share: 16, isNumber: true, text: ({ p95 }) => waited(p95) },
]

function turnaroundParts({ steps, received_signed }: Turnaround, texts: SalesTexts): FiguresPart[] {
  const rows: Waits[] = [
    ...steps.map(({ step, ...waits }) => ({ ...waits, label: STEP_WORDS[step] })),
    { ...received_signed, label: WORDS.total },
  ]
  return [
    { ...tableOf(WAIT_COLUMNS, rows, undefined, texts), width: 0.8 },
    {
      kind: 'chart',
      title: WORDS.p80Chart,
      height: CHART_HEIGHT,
      chart: {
        form: 'list',
        unit: { kind: 'minutes' },
        items: rows.flatMap(({ label, p80 }) => (p80 === null ? [] : [{ label, value: p80 }])),
      },
    },
  ]
}

const groupColumns = (label: string): readonly PaperColumn<SignedGroup, undefined>[] => [
  { label, share: 22, text: (group) => group.label },
  { label: COLUMNS.studies, share: 12, isNumber: true, text: ({ studies }) => number(studies) },
  { label: COLUMNS.p50, share: 14, isNumber: true, text: ({ p50 }) => minutes(p50) },
  { label: COLUMNS.p80, share: 14, isNumber: true, text: ({ p80 }) => minutes(p80) },
  {
    label: COLUMNS.withTarget,
    share: 14,
    isNumber: true,
    text: ({ with_target }) => number(with_target),
  },
  { label: COLUMNS.share, share: 10, isNumber: true, text: (group) => percentText(targetShare(group)) },
  { label: COLUMNS.amended, share: 14, isNumber: true, text: ({ amended }) => number(amended) },
]
