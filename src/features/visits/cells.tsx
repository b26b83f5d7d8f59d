import { Tooltip } from '@mantine/core'
import { IconDeviceLaptop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatAmount, type MoneyFormat } from '#domain/money/currency.ts'
import { ageText } from '#domain/patient/age.ts'
import { MONEY_STATE_TABLE } from '#domain/status/money-state.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { isLeftOut, listedServices } from '#domain/visit/visit-filter.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { PaymentBadge } from '#src/parts/payments/MoneyFigures.tsx'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { VisitStatusBadge } from '#src/ui/badges/VisitStatusBadge.tsx'
import { stateOf } from './money-state.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface CellProps {
  row: ListedVisit
  /** The time zone of the visit's branch. */
  zone: string
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ')

function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span>{first}</span>
      <br />
      <span className={classes.second}>{second}</span>
    </>
  )
}

export function PatientCell({ row, zone }: CellProps) {
  const age = ageText(row.dob, dayAt(new Date(row.start_dt), zone))
  // A narrow list truncates the id, never age and sex.
  const sex = row.gender === 'Male' || row.gender === 'Female' ? row.gender.slice(0, 1) : row.gender
  return <TwoLines first={row.name} second={joined(age, sex, row.pat_id)} />
}

export function VisitCell({ row, zone }: CellProps) {
  return <TwoLines first={row.visit_no} second={formatDateTime(new Date(row.start_dt), zone)} />
}

export function StatusCell({ row }: Pick<CellProps, 'row'>) {
  return (
    <span className={classes.status}>
      <VisitStatusBadge status={row.status} isCut />
      {row.isWaiting && (
        <Tooltip label={WORDS.onDevice}>
          <IconDeviceLaptop size={16} role="img" aria-label={WORDS.onDevice} className={classes.onDevice} />
        </Tooltip>
      )}
    </span>
  )
}

/** The names of the services, then their departments. */
export function ServicesCell({ row }: Pick<CellProps, 'row'>) {
  const services = listedServices(row)
  const names = services.map(({ name }) => name).join(', ')
  const departments = [...new Set(services.map(({ department }) => department).filter(Boolean))].join(', ')
  return (
    <span title={names}>
      <TwoLines first={names} second={joined(departments, row.package)} />
    </span>
  )
}

export function ReferrerCell({ row }: Pick<CellProps, 'row'>) {
  return <TwoLines first={row.ref_dr} second={joined(row.ref_hospital, row.ref_dr_scheme)} />
}

/** The payment state of the visit; a cancelled visit owes nothing and is never green. */
export function PaymentCell({ row }: Pick<CellProps, 'row'>) {
  return <PaymentBadge status={stateOf(row, useMoneyFormat().decimals)} />
}

/** The balance with the payment state below it, for grids without room for two columns. */
export function OwedCell({ row, format }: Pick<CellProps, 'row'> & { format: MoneyFormat }) {
  const { label, colour } = MONEY_STATE_TABLE[stateOf(row, format.decimals)]
  const status = <span style={{ color: `var(--mantine-color-${colour}-3)` }}>{label}</span>
  return (
    <span className={isLeftOut(row) ? classes.dim : undefined}>
      <TwoLines first={formatAmount(row.amounts.balance, format)} second={status} />
    </span>
  )
}
