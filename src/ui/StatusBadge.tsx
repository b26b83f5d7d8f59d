import { Badge, type BadgeProps } from '@mantine/core'
import { REPORT_STATUS_TABLE, type ReportStatus } from '#domain/status/report-status.ts'

export interface StatusBadgeProps extends Omit<BadgeProps, 'color' | 'children' | 'variant'> {
  status: ReportStatus
}

/** A report's or study's status in its word and colour. */
export function StatusBadge({ status, ...badge }: StatusBadgeProps) {
  const { label, colour } = REPORT_STATUS_TABLE[status]
  return (
    <Badge variant="light" radius="sm" tt="none" fw={600} {...badge} color={colour}>
      {label}
    </Badge>
  )
}
