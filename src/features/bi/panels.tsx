import { useMemo } from 'react'
import { biCalls, type MachineCases } from '#contract/calls/bi.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { type ComparedRange, changeWords } from '#domain/time/compared-range.ts'
import { entriesLink, visitsLink } from '#src/parts/figures/entries-link.ts'
import { Headline, PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import type { FiguresContext } from '#src/parts/figures/use-figures-context.ts'
import { usePanel } from '#src/parts/figures/use-panel.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { BarList } from '#src/ui/chart/BarList.tsx'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'
import { moneyUnit } from '#src/ui/chart/units.ts'
import classes from './bi.module.css'
import { BI_WORDS as WORDS } from './words.ts'

export interface PanelProps {
  place: FiguresContext
  /** The place of the figures that are compared with: the same branch, over `compared`. */
  before: FiguresContext
  compared: ComparedRange
  /** Whether the reader may open the entries behind a figure. */
  canOpen: boolean
  /** Whether the reader may open the visits behind a figure. */
  canOpenVisits: boolean
}

const modeLabel = (mode: string) => PAYMENT_MODE_LABELS[mode as PaymentMode] ?? mode

/** Amounts received, by payment mode. */
export function PaymentPanel({ place, before, compared, canOpen }: PanelProps) {
  const panel = usePanel(biCalls.paymentReceived, place)
  const earlier = usePanel(biCalls.paymentReceived, before).answer?.result.total
  const money = useMoneyFormat()
  const unit = useMemo(() => moneyUnit(money), [money])
  const link = (filter: Readonly<Record<string, string>>) =>
    entriesLink(place, 'receipts', { kind: 'All', includeFutureReceipt: 'N', ...filter })
  return (
    <PanelFrame title={WORDS.panels.payment} panel={panel} isOnline={place.isOnline}>
      {({ result }) => (
        <>
          <Headline
            number={formatMoney(result.total, money)}
            change={
              earlier === undefined
                ? undefined
                : changeWords(result.total, earlier, compared, (amount) => formatMoney(amount, money))
            }
            to={canOpen ? link({}) : undefined}
          />
          <BarList
            title={WORDS.received}
            placeHeading={WORDS.mode}
            valueHeading={WORDS.received}
            unit={unit}
            items={result.modes.map(({ mode, net }) => ({ label: modeLabel(mode), value: net, mode }))}
            emptyText={WORDS.nothingReceived}
            hrefOf={canOpen ? ({ mode }) => link({ mode }) : undefined}
          />
        </>
      )}
    </PanelFrame>
  )
}

const SERIES = [
  { label: WORDS.completed, tone: 'green', cases: 'Completed' },
  { label: WORDS.ongoing, tone: 'orange', cases: 'Ongoing' },
] as const
const machineLabel = ({ machine }: MachineCases) => machine || WORDS.noMachine
const machineFilter = ({ machine_id: id }: MachineCases) => ({ machine_id: id ?? '0' })

/** Running and completed examinations, by machine. */
export function CasesPanel({ place, before, compared, canOpen }: PanelProps) {
  const panel = usePanel(biCalls.serviceCases, place)
  const earlier = usePanel(biCalls.serviceCases, before).answer?.result.cases
  const link = (cases: string, more = {}) => entriesLink(place, 'services', { cases, ...more })
  return (
    <PanelFrame title={WORDS.panels.cases} panel={panel} isOnline={place.isOnline}>
      {({ result: { cases, ongoing, completed, machines } }) => (
        <>
          <Headline
            number={String(cases)}
            change={earlier === undefined ? undefined : changeWords(cases, earlier, compared)}
            to={canOpen ? link('All') : undefined}
          />
          <div className={classes.parts}>
            <span>{`${WORDS.completed} ${completed}`}</span>
            <span>{`${WORDS.ongoing} ${ongoing}`}</span>
          </div>
          <StackedBarChart
            title={WORDS.panels.cases}
            placeHeading={WORDS.machine}
            valueHeading={WORDS.cases}
            series={SERIES}
            groups={machines.map((row) => ({
              label: machineLabel(row),
              values: [row.completed, row.ongoing],
              filter: machineFilter(row),
            }))}
            emptyText={WORDS.noCases}
            hrefOf={canOpen ? ({ group, series }) => link(series.cases, group.filter) : undefined}
          />
        </>
      )}
    </PanelFrame>
  )
}

/** The number of cases of each machine. */
export function MachinesPanel({ place, canOpen }: PanelProps) {
  const panel = usePanel(biCalls.machineCases, place)
  return (
    <PanelFrame title={WORDS.panels.machines} panel={panel} isOnline={place.isOnline}>
      {({ result }) => (
        <BarList
          title={WORDS.panels.machines}
          placeHeading={WORDS.machine}
          valueHeading={WORDS.cases}
          items={result.map((row) => ({
            label:
              place.branchId === undefined && row.branch !== ''
                ? `${machineLabel(row)}, ${row.branch}`
                : machineLabel(row),
            value: row.cases,
            filter: machineFilter(row),
          }))}
          emptyText={WORDS.noCases}
          hrefOf={
            canOpen ? ({ filter }) => entriesLink(place, 'services', { cases: 'All', ...filter }) : undefined
          }
        />
      )}
    </PanelFrame>
  )
}

/** Visits of new patients and of returning patients. */
export function NewRepeatedPanel({ place, before, compared, canOpenVisits }: PanelProps) {
  const panel = usePanel(biCalls.newRepeated, place)
  const earlier = usePanel(biCalls.newRepeated, before).answer?.result.visits
  return (
    <PanelFrame title={WORDS.panels.newRepeated} panel={panel} isOnline={place.isOnline}>
      {({ result: { new: fresh, repeated, visits } }) => (
        <>
          <Headline
            number={String(visits)}
            change={earlier === undefined ? undefined : changeWords(visits, earlier, compared)}
            to={canOpenVisits ? visitsLink(place, {}) : undefined}
          />
          <BarList
            title={WORDS.panels.newRepeated}
            placeHeading={WORDS.kind}
            valueHeading={WORDS.visits}
            items={
              visits === 0
                ? []
                : [
                    { label: WORDS.newPatients, value: fresh, patient_visit: 'New' },
                    { label: WORDS.repeated, value: repeated, patient_visit: 'Repeated' },
                  ]
            }
            emptyText={WORDS.noVisits}
            hrefOf={canOpenVisits ? ({ patient_visit }) => visitsLink(place, { patient_visit }) : undefined}
          />
        </>
      )}
    </PanelFrame>
  )
}

/** Visits by the recorded sex of the patient. */
export function GenderPanel({ place, canOpenVisits }: PanelProps) {
  const panel = usePanel(biCalls.genderWise, place)
  return (
    <PanelFrame title={WORDS.panels.gender} panel={panel} isOnline={place.isOnline}>
      {({ result: { male, female, other, visits } }) => (
        <BarList
          title={WORDS.panels.gender}
          placeHeading={WORDS.gender}
          valueHeading={WORDS.visits}
          items={
            visits === 0
              ? []
              : [
                  { label: WORDS.female, value: female, gender: 'Female' },
                  { label: WORDS.male, value: male, gender: 'Male' },
                  ...(other > 0 ? [{ label: WORDS.other, value: other, gender: 'Other' }] : []),
                ]
          }
          emptyText={WORDS.noVisits}
          hrefOf={canOpenVisits ? ({ gender }) => visitsLink(place, { gender }) : undefined}
        />
      )}
    </PanelFrame>
  )
}

/** The maximum number of named bars; the rest is summed in one bar. */
const NAMED_MAX = 12

/** Cases by referrer. */
export function ReferrersPanel({ place, canOpen, type }: PanelProps & { type: 'Doctor' | 'Hospital' }) {
  const panel = usePanel(biCalls.refDrCases, place, { dr_type: type })
  const title = type === 'Doctor' ? WORDS.panels.doctors : WORDS.panels.hospitals
  const field = type === 'Doctor' ? 'ref_dr_id' : 'ref_hospital_id'
  return (
    <PanelFrame title={title} panel={panel} isOnline={place.isOnline}>
      {({ result: { referrers, others } }) => {
        const named = referrers.slice(0, NAMED_MAX)
        const rest = referrers.slice(NAMED_MAX)
        const restCases = rest.reduce((sum, { cases }) => sum + cases, 0) + others.cases
        const restCount = rest.length + others.referrers
        const isAnybody = referrers.some(({ ref_dr_id: id }) => id !== null)
        return (
          <BarList
            title={title}
            placeHeading={WORDS.referrer}
            valueHeading={WORDS.cases}
            items={
              isAnybody
                ? [
                    ...named.map(({ ref_dr_id: id, name, cases }) => ({
                      label: id === null ? WORDS.nobody : name,
                      value: cases,
                      id,
                    })),
                    ...(restCount > 0
                      ? [{ label: WORDS.others(restCount), value: restCases, id: undefined }]
                      : []),
                  ]
                : []
            }
            emptyText={WORDS.noReferrers}
            hrefOf={
              canOpen
                ? ({ id }) =>
                    entriesLink(place, 'services', {
                      cases: 'All',
                      ...(id === undefined ? {} : { [field]: id ?? '0' }),
                    })
                : undefined
            }
          />
        )
      }}
    </PanelFrame>
  )
}
