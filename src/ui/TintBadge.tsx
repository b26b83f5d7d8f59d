import { Badge, type BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface TintBadgeProps extends Omit<BadgeProps, 'color' | 'variant'> {
  /** A colour of the theme. */
  colour: string
  children: ReactNode
}

/** A word in a tint of its colour: a page holds dozens of them, and none may shout. */
export function TintBadge({ colour, children, ...badge }: TintBadgeProps) {
  return (
    <Badge
      radius="sm"
      tt="none"
      fw={600}
      bg={`color-mix(in srgb, var(--mantine-color-${colour}-6) 18%, transparent)`}
      c={`${colour}.3`}
      {...badge}
    >
      {children}
    </Badge>
  )
}
