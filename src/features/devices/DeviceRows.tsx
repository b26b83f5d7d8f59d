import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useCallback } from 'react'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { DEVICE_COLUMNS } from './columns.tsx'
import { DeviceAction } from './DeviceAction.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import type { DeviceFilter, DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

export interface DeviceRowsProps {
  views: readonly DeviceView[]
  /** False where no device is known at all. */
  hasAny: boolean
  filter: DeviceFilter
  isNarrow: boolean
  isOnline: boolean
  onSort: (column: string) => void
  onChanged: () => void
  onClear: () => void
}

const rowId = (view: DeviceView) => view.id
const nothing = () => undefined

/** The devices as a table or as cards, or why there are none. */
export function DeviceRows(props: DeviceRowsProps) {
  const { views, hasAny, filter, isNarrow, isOnline, onSort, onChanged, onClear } = props
  const action = useCallback(
    (view: DeviceView) => <DeviceAction view={view} isOnline={isOnline} onChanged={onChanged} />,
    [isOnline, onChanged],
  )
  if (views.length === 0) return <NoDevices hasAny={hasAny} onClear={onClear} />
  if (isNarrow)
    return (
      <CardList
        label={WORDS.list}
        rows={views}
        rowId={rowId}
        renderCard={(view) => <DeviceCard view={view} action={action(view)} />}
      />
    )
  return (
    <DataGrid
      label={WORDS.list}
      rows={views}
      columns={DEVICE_COLUMNS}
      rowId={rowId}
      start={0}
      total={views.length}
      isOpenable={false}
      onOpen={nothing}
      actions={action}
      actionsLabel={WORDS.columns.actions}
      actionsWidth={116}
      sort={filter.sort}
      onSort={onSort}
    />
  )
}

function NoDevices({ hasAny, onClear }: Pick<DeviceRowsProps, 'hasAny' | 'onClear'>) {
  return (
    <EmptyState
      icon={<IconDevices size={36} stroke={1.4} aria-hidden />}
      title={hasAny ? WORDS.emptyFiltered : WORDS.empty}
      hint={hasAny ? undefined : WORDS.emptyHint}
      action={
        hasAny && (
          <Button variant="default" onClick={onClear}>
            {WORDS.clear}
          </Button>
        )
      }
    />
  )
}
