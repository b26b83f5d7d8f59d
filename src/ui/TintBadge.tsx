import type { CSSProperties, ReactNode } from 'react'
import classes from './tint-badge.module.css'

export interface TintBadgeProps {
  /** A colour of the theme. */
  colour: string
  size?: 'xs' | 'sm' | 'md'
  /** Its words may be long: they end in an ellipsis. */
  isCut?: boolean
  children: ReactNode
}

/**
 * A word in a tint of its colour: a page holds dozens of them, and none may shout. Plain CSS: a list that is scrolled makes
 * some of them in each frame.
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
