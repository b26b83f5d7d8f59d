import { Badge, type BadgeProps } from '@mantine/core'
import { REPORT_STATUS_TABLE, type ReportStatus } from '#domain/status/report-status.ts'

export interface StatusBadgeProps extends Omit<BadgeProps, 'color' | 'children' | 'variant'> {
  status: ReportStatus
}

/** A report's or study's status in its word and colour: a tint, since a page holds dozens of them. */
export function StatusBadge({ status, ...badge }: StatusBadgeProps) {
  const { label, colour } = REPORT_STATUS_TABLE[status]
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
