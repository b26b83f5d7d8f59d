import { SegmentedControl, Select } from '@mantine/core'
import { LIST_WORDS as WORDS } from './words.ts'

const ALL = 'all'

export interface StateFilterProps<State extends string> {
  label: string
  /** The states with their names and the number of rows in each. */
  states: readonly { state: State; name: string; count: number }[]
  /** Undefined for all. */
  value: State | undefined
  isNarrow: boolean
  onChange: (state: State | undefined) => void
}

/** Narrows a list to one state of its rows. */
export function StateFilter<State extends string>(props: StateFilterProps<State>) {
  const { label, states, value = ALL, isNarrow, onChange } = props
  const shown = {
    'aria-label': label,
    data: [
      { value: ALL, label: WORDS.all },
      ...states.map(({ state, name, count }) => ({ value: state as string, label: `${name} ${count}` })),
    ],
    value,
    onChange: (chosen: string | null) => onChange(states.find(({ state }) => state === chosen)?.state),
  }
  return isNarrow ? <Select {...shown} allowDeselect={false} w={170} /> : <SegmentedControl {...shown} />
}
