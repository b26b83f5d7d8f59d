import { Badge, type BadgeProps } from '@mantine/core'
import { SERVICE_STATUS_TABLE, type ServiceStatus } from '#domain/status/service-status.ts'

export interface ServiceStatusBadgeProps extends Omit<BadgeProps, 'color' | 'children' | 'variant'> {
  status: ServiceStatus
}

/** The status of a service of a visit in its word and colour. */
export function ServiceStatusBadge({ status, ...badge }: ServiceStatusBadgeProps) {
  const { label, colour } = SERVICE_STATUS_TABLE[status]
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
