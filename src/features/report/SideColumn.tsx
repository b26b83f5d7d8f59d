import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './report.module.css'

export interface SideColumnProps {
  title: string
  side: 'start' | 'end'
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** Below this width the side columns lie over the text instead of beside it. */
const NARROW = '(max-width: 75em)'

export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
}

/** A column beside the text; on narrow screens a drawer over it. */
export function SideColumn({ title, side, isOpen, onClose, children }: SideColumnProps) {
  const isNarrow = useIsNarrow()
  if (isNarrow) {
    const position = side === 'start' ? 'left' : 'right'
    return (
      <Drawer opened={isOpen} onClose={onClose} title={title} position={position} size="sm">
        {children}
      </Drawer>
    )
  }
  if (!isOpen) return null
  return (
    <aside className={classes.side} data-side={side} aria-label={title}>
      <h2 className={classes.sideTitle}>{title}</h2>
      {children}
    </aside>
  )
}
