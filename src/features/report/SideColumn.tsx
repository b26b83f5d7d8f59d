import type { ReactNode } from 'react'
import { EdgeDrawer } from '#src/ui/dialog/EdgeDrawer.tsx'
import classes from './report.module.css'
import type { Side, SideColumns } from './use-side-columns.ts'

export interface SideColumnProps {
  side: Side
  sides: SideColumns
  title: string
  children: ReactNode
}

/** A column next to the text; on narrow screens, a drawer over it. */
export function SideColumn({ side, sides, title, children }: SideColumnProps) {
  const place = side === 'templates' ? 'start' : 'end'
  if (sides.isNarrow) {
    const position = place === 'start' ? 'left' : 'right'
    return (
      <EdgeDrawer
        opened={sides.isOpen(side)}
        onClose={sides.uncover}
        title={title}
        position={position}
        size="sm"
      >
        {children}
      </EdgeDrawer>
    )
  }
  if (!sides.isOpen(side)) return null
  return (
    <aside className={classes.side} data-side={place} aria-label={title}>
      <h2 className={side === 'aside' ? classes.hiddenWords : classes.sideTitle}>{title}</h2>
      {children}
    </aside>
  )
}
