import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useCallback } from 'react'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { DEVICE_COLUMNS } from './columns.tsx'
import { DeviceAction, type DeviceActionProps } from './DeviceAction.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import type { DeviceFilter, DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

export interface DeviceRowsProps {
  views: readonly DeviceView[]
  /** False if no device is known at all. */
  hasAny: boolean
  filter: DeviceFilter
  /** The width of the screen's column in pixels; 0 before it is measured. */
  width: number
  isOnline: boolean
  onSort: (column: string) => void
  onChanged: () => void
  onClear: () => void
}

/** Below these widths, a row's action is an icon and the rows are shown as cards. */
const ICONS_BELOW = 1000
const CARDS_BELOW = 760
const WORDS_WIDTH = 116

/** Returns whether there is too little room for a table. */
export const isNarrow = (width: number) => width > 0 && width < CARDS_BELOW

function shapeFor(width: number): DeviceActionProps['shape'] {
  if (isNarrow(width)) return 'card'
  return width > 0 && width < ICONS_BELOW ? 'icon' : 'words'
}

const rowId = (view: DeviceView) => view.id
const nothing = () => undefined

/** The devices as a table or as cards, or the reason why there are none. */
export function DeviceRows(props: DeviceRowsProps) {
  const { views, hasAny, filter, width, isOnline, onSort, onChanged, onClear } = props
  const shape = shapeFor(width)
  const action = useCallback(
    (view: DeviceView) => (
      <DeviceAction key={view.id} view={view} isOnline={isOnline} shape={shape} onChanged={onChanged} />
    ),
    [isOnline, shape, onChanged],
  )
  if (views.length === 0) return <NoDevices hasAny={hasAny} onClear={onClear} />
  if (shape === 'card')
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
      actionsWidth={shape === 'words' ? WORDS_WIDTH : undefined}
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
