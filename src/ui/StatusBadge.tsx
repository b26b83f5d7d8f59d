import { REPORT_STATUS_TABLE, type ReportStatus } from '#domain/status/report-status.ts'
import classes from './status-badge.module.css'

export interface StatusBadgeProps {
  status: ReportStatus
  size?: 'xs' | 'sm' | 'md'
}

/**
 * A report's or study's status in its word and colour: a tint, since a page holds dozens of them. Looks as Mantine's
 * badge without being one: that one sets twenty properties on each, and a list that is scrolled makes hundreds.
 */
export function StatusBadge({ status, size = 'md' }: StatusBadgeProps) {
  const { label, colour } = REPORT_STATUS_TABLE[status]
  return (
    <span
      className={classes.badge}
      data-size={size}
      style={{
        background: `color-mix(in srgb, var(--mantine-color-${colour}-6) 18%, transparent)`,
        color: `var(--mantine-color-${colour}-3)`,
      }}
    >
      <span className={classes.label}>{label}</span>
    </span>
  )
}
