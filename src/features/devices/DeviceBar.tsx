import { Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { KeyHint } from '#src/ui/KeyHint.tsx'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { countStates, DEVICE_STATES, type DeviceFilter, type DeviceView } from './device-view.ts'
import classes from './devices.module.css'
import { DEVICES_WORDS as WORDS } from './words.ts'

const ALL = 'all'

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
  const words = useRef<HTMLInputElement>(null)
  useSearchKey(words)
  const counts = countStates(views)
  const states = [
    { value: ALL, label: WORDS.all },
    ...DEVICE_STATES.map((state) => ({ value: state, label: `${WORDS.stateNames[state]} ${counts[state]}` })),
  ]
  const choose = (value: string | null) => {
    const { state: _, ...rest } = filter
    const state = DEVICE_STATES.find((one) => one === value)
    onChange({ ...rest, ...(state && { state }) })
  }
  const value = filter.state ?? ALL
  return (
    <Group gap="xs" mb="xs" role="search" wrap={isNarrow ? 'nowrap' : 'wrap'}>
      <TextInput
        ref={words}
        className={classes.words}
        aria-label={WORDS.search}
        placeholder={WORDS.searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isNarrow ? undefined : <KeyHint keys={['/']} />}
        maxLength={100}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      {isNarrow ? (
        <Select
          aria-label={WORDS.states}
          data={states}
          value={value}
          onChange={choose}
          allowDeselect={false}
          className={classes.states}
        />
      ) : (
        <SegmentedControl aria-label={WORDS.states} data={states} value={value} onChange={choose} />
      )}
      <RefreshButton isOnline={isOnline} onRefresh={onRefresh} />
    </Group>
  )
}
