import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** The columns next to the text. */
export type Side = 'templates' | 'aside'

/** Below this width, the side columns cover the text instead of being next to it, one at a time. */
const NARROW = '(max-width: 75em)'

export interface SideColumns {
  isNarrow: boolean
  isOpen: (side: Side) => boolean
  toggle: (side: Side) => void
  /** Shows a column in either layout. */
  open: (side: Side) => void
  /** Closes a column that covers the text; columns next to the text stay. */
  uncover: () => void
}

/**
 * Returns which side columns are shown: on wide screens both until they are collapsed, on narrow ones none
 * until opened.
 */
export function useSideColumns(): SideColumns {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const [beside, setBeside] = useState<Record<Side, boolean>>({ templates: true, aside: true })
  const [over, setOver] = useState<Side>()
  return {
    isNarrow,
    isOpen: (side) => (isNarrow ? over === side : beside[side]),
    toggle: (side) => {
      if (isNarrow) setOver(over === side ? undefined : side)
      else setBeside({ ...beside, [side]: !beside[side] })
    },
    open: (side) => {
      if (isNarrow) setOver(side)
      else setBeside({ ...beside, [side]: true })
    },
    uncover: useCallback(() => setOver(undefined), []),
  }
}
