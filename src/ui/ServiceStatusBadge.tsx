import { SERVICE_STATUS_TABLE, type ServiceStatus } from '#domain/status/service-status.ts'
import { TintBadge, type TintBadgeProps } from './TintBadge.tsx'

export interface ServiceStatusBadgeProps extends Omit<TintBadgeProps, 'colour' | 'children'> {
  status: ServiceStatus
}

/** The status of a service of a visit in its word and colour. */
export function ServiceStatusBadge({ status, ...badge }: ServiceStatusBadgeProps) {
  const { label, colour } = SERVICE_STATUS_TABLE[status]
  return (
    <TintBadge colour={colour} {...badge}>
      {label}
    </TintBadge>
  )
}
