import { REPORT_STATUS_TABLE, type ReportStatus } from '#domain/status/report-status.ts'
import { TintBadge, type TintBadgeProps } from './TintBadge.tsx'

export interface StatusBadgeProps extends Omit<TintBadgeProps, 'colour' | 'children'> {
  status: ReportStatus
  /** The server has not accepted this status yet. */
  isUnfiled?: boolean | undefined
}

/** A report's or study's status as a coloured word: a tint, since a page holds dozens of them. */
export function StatusBadge({ status, isUnfiled = false, ...badge }: StatusBadgeProps) {
  const { label, colour } = REPORT_STATUS_TABLE[status]
  return (
    <TintBadge colour={colour} {...badge}>
      {isUnfiled ? `${label}, not yet filed` : label}
    </TintBadge>
  )
}
