import { Badge, type BadgeProps } from '@mantine/core'
import { VISIT_STATUS_TABLE, type VisitStatus } from '#domain/status/visit-status.ts'

export interface VisitStatusBadgeProps extends Omit<BadgeProps, 'color' | 'children' | 'variant'> {
  status: VisitStatus
}

/** A visit's status in its word and colour, as StatusBadge does for a report's. */
export function VisitStatusBadge({ status, ...badge }: VisitStatusBadgeProps) {
  const { label, colour } = VISIT_STATUS_TABLE[status]
  return (
    <Badge
      radius="sm"
      tt="none"
      fw={600}
      bg={`color-mix(in srgb, var(--mantine-color-${colour}-6) 18%, transparent)`}
      c={`${colour}.3`}
      {...badge}
    >
      {label}
    </Badge>
  )
}
