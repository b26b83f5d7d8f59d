import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** The columns beside the text. */
export type Side = 'templates' | 'aside'

/** Below this width the side columns lie over the text instead of beside it, one at a time. */
const NARROW = '(max-width: 75em)'

export interface SideColumns {
  isNarrow: boolean
  isOpen: (side: Side) => boolean
  toggle: (side: Side) => void
  /** Shows a column, wherever it is. */
  open: (side: Side) => void
  /** Takes away what lies over the text; columns beside it stay. */
  uncover: () => void
}

/** Which side columns are shown: on wide screens both until they are folded away, on narrow ones none until called. */
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
