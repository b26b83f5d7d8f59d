import { Button, Group, Text } from '@mantine/core'
import { formatMoney } from '#domain/money/currency.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { type ListedVisit, totalsOfRows } from '#src/sync/visits/pick-visits.ts'
import classes from '#src/ui/grid/grid.module.css'
import { type Selection, useSelectedIds } from '#src/ui/grid/selection.ts'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface SelectedBarProps {
  rows: readonly ListedVisit[]
  selection: Selection
}

/** The sums of the selected visits; shown over the list, so that no row moves under the pointer. */
export function SelectedBar({ rows, selection }: SelectedBarProps) {
  const ids = useSelectedIds(selection)
  const format = useMoneyFormat()
  if (ids.length === 0) return null
  const selected = rows.filter(({ id }) => ids.includes(id))
  const { sums } = totalsOfRows(selected, format.decimals)
  const figures = (['net_charges', 'paid', 'balance'] as const).map(
    (name) => `${WORDS.columns[name]} ${formatMoney(sums[name], format)}`,
  )
  return (
    <Group gap="sm" className={classes.selected} role="region" aria-label={WORDS.selected(ids.length)}>
      <Text role="status" className="tabular">
        {[WORDS.selected(ids.length), ...figures].join(' · ')}
      </Text>
      <Button size="xs" variant="default" onClick={() => selection.setAll(false)}>
        {WORDS.clearSelection}
      </Button>
    </Group>
  )
}
