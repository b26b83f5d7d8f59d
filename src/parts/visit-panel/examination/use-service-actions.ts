import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { type ServiceAction, serviceActionsOf } from '#domain/visit/service-actions.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Returns the actions that the signed-in person can take on a service now. */
export function useServiceActions(visit: Shown<'visit'>, service: VisitServiceRow): ServiceAction[] {
  const session = useSession()
  const { online } = useLink()
  return serviceActionsOf(
    {
      status: service.status,
      type: service.type,
      isLaboratory: service.islaboratory === 1,
      isReported: isReported(service),
      visitStatus: visit.status,
      isRadiology: visit.is_radiology === 1,
      hasMachine: service.machine_id !== null,
      isOnServer: visit.rev > 0,
    },
    { permissions: new Set(session?.modules), isOnline: online },
  )
}

function isReported({ report_status: status, signed_reports }: VisitServiceRow): boolean {
  return status !== '' && hasSigned({ status, signed_reports })
}
