import { SERVICE_STATUS_TABLE, type ServiceStatus } from '#domain/status/service-status.ts'
import { TintBadge, type TintBadgeProps } from './TintBadge.tsx'

export interface ServiceStatusBadgeProps extends Omit<TintBadgeProps, 'colour' | 'children'> {
  status: ServiceStatus
}

/** The status of a visit's service, as a coloured word. */
export function ServiceStatusBadge({ status, ...badge }: ServiceStatusBadgeProps) {
  const { label, colour } = SERVICE_STATUS_TABLE[status]
  return (
    <TintBadge colour={colour} {...badge}>
      {label}
    </TintBadge>
  )
}
