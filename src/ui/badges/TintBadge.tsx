import type { CSSProperties, ReactNode } from 'react'
import classes from './tint-badge.module.css'

export interface TintBadgeProps {
  /** A colour of the theme. */
  colour: string
  size?: 'xs' | 'sm' | 'md'
  /** The text may be long: it ends in an ellipsis. */
  isCut?: boolean
  children: ReactNode
}

/**
 * A word tinted in its colour: a page holds dozens of them, and none may stand out. Plain CSS, because a scrolling list
 * creates some of them in each frame.
 */
export function TintBadge({ colour, size = 'md', isCut = false, children }: TintBadgeProps) {
  const tint = {
    '--tint': `var(--mantine-color-${colour}-6)`,
    '--ink': `var(--mantine-color-${colour}-3)`,
  } as CSSProperties
  return (
    <span className={classes.badge} data-size={size} data-cut={isCut || undefined} style={tint}>
      {children}
    </span>
  )
}
