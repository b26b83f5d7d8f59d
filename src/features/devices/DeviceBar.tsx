import { Group } from '@mantine/core'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import { StateFilter } from '#src/ui/list/StateFilter.tsx'
import { countStates, DEVICE_STATES, type DeviceFilter, type DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

export interface DeviceBarProps {
  filter: DeviceFilter
  views: readonly DeviceView[]
  isNarrow: boolean
  isOnline: boolean
  onChange: (filter: DeviceFilter) => void
  onRefresh: () => void
}

/** Search and state filters in one row above the devices. */
export function DeviceBar({ filter, views, isNarrow, isOnline, onChange, onRefresh }: DeviceBarProps) {
  const counts = countStates(views)
  return (
    <Group gap="xs" mb="xs" role="search" wrap={isNarrow ? 'nowrap' : 'wrap'}>
      <SearchField
        flex="1 1 180px"
        miw={110}
        maw={360}
        label={WORDS.search}
        placeholder={WORDS.searchHint}
        isNarrow={isNarrow}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <StateFilter
        label={WORDS.states}
        states={DEVICE_STATES.map((state) => ({
          state,
          name: WORDS.stateNames[state],
          count: counts[state],
        }))}
        value={filter.state}
        isNarrow={isNarrow}
        onChange={(state) => onChange({ ...filter, state })}
      />
      <RefreshButton isOnline={isOnline} onRefresh={onRefresh} />
    </Group>
  )
}
