import { READY_TO_SCAN, type ServiceStatus, type ServiceType } from '../status/service-status.ts'
import { hasVisitStarted, STARTED_STATUS, type VisitStatus } from '../status/visit-status.ts'

/**
 * The status of a service that no technician has touched: its visit's until the visit starts; then the exam services of
 * a radiology visit are Ready to Scan and the others In Progress (docs/visits.md#visit-and-service-status).
 */
export function untouchedServiceStatus(
  visit: VisitStatus,
  service: { type: ServiceType; isRadiology: boolean },
): ServiceStatus {
  if (!hasVisitStarted(visit)) return visit as ServiceStatus
  return service.isRadiology && service.type === 'Exam_Service'
    ? READY_TO_SCAN
    : (STARTED_STATUS as ServiceStatus)
}
