import { Card, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAmount, type MoneyFormat } from '#domain/money/currency.ts'
import { isLeftOut } from '#domain/visit/visit-filter.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { SelectBox } from '#src/ui/grid/SelectBoxes.tsx'
import type { Selection } from '#src/ui/grid/selection.ts'
import { PatientCell, PaymentCell, ServicesCell, StatusCell, VisitCell } from './cells.tsx'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

const AMOUNTS = ['net_charges', 'paid', 'balance'] as const

export interface VisitCardProps {
  row: ListedVisit
  zone: string
  format: MoneyFormat
  selection: Selection
  /** Why the visit cannot be selected. */
  refusal: string | undefined
  actions: ReactNode
  onOpen: () => void
}

/** A visit on a narrow screen: the same cells, stacked. */
export function VisitCard({ row, zone, format, selection, refusal, actions, onOpen }: VisitCardProps) {
  return (
    <Card withBorder padding="sm" className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <SelectBox
            id={row.id}
            label={WORDS.select(row.visit_no, row.name)}
            selection={selection}
            refusal={refusal}
          />
          <button
            type="button"
            className={classes.open}
            aria-label={WORDS.open(row.visit_no, row.name)}
            onClick={onOpen}
          >
            <PatientCell row={row} zone={zone} />
          </button>
        </Group>
        {actions}
      </Group>
      <div className={classes.cardLine}>
        <div className={classes.two}>
          <VisitCell row={row} zone={zone} />
        </div>
        <Group gap={6} wrap="nowrap">
          <StatusCell row={row} />
          <PaymentCell row={row} />
        </Group>
      </div>
      <div className={classes.cardLine}>
        <div className={classes.two}>
          <ServicesCell row={row} />
        </div>
      </div>
      <dl className={classes.cardAmounts}>
        {AMOUNTS.map((name) => (
          <div key={name}>
            <dt>{WORDS.columns[name]}</dt>
            <dd className={isLeftOut(row) ? classes.dim : undefined}>
              {formatAmount(row.amounts[name], format)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
