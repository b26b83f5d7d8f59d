import { VISIT_STATUS_TABLE, type VisitStatus } from '#domain/status/visit-status.ts'
import { TintBadge, type TintBadgeProps } from './TintBadge.tsx'

export interface VisitStatusBadgeProps extends Omit<TintBadgeProps, 'colour' | 'children'> {
  status: VisitStatus
}

/** A visit's status as a coloured word, like StatusBadge for reports. */
export function VisitStatusBadge({ status, ...badge }: VisitStatusBadgeProps) {
  const { label, colour } = VISIT_STATUS_TABLE[status]
  return (
    <TintBadge colour={colour} {...badge}>
      {label}
    </TintBadge>
  )
}
