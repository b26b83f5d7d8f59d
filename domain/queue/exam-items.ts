import {
  canBringNext,
  type ExamStatus,
  isExamStatus,
  READY_TO_SCAN,
  type ServiceStatus,
  type ServiceType,
} from '../status/service-status.ts'
import { isVisitCancelled, type VisitStatus } from '../status/visit-status.ts'

/** The part of a service that the queue reads. */
export interface QueueService {
  id: string
  accession_no: string
  modality: string
  start_dt: string
  exm_start_dt: string | null
  exm_end_dt: string | null
  name: string
  code: string
  status: ServiceStatus
  type: ServiceType
  machine_id: string | null
  department_id: string | null
  is_bring_next: 'Y' | 'N'
}

/** The part of a visit that the queue reads. */
export interface QueueVisit {
  id: string
  is_radiology: 0 | 1
  status: VisitStatus
  pat_id: string
  name: string
  ipno: string
  bedno: string
  services: readonly QueueService[]
}

/** An examination in the queue (docs/visits.md#examination-queue). */
export interface QueueExam extends Omit<QueueService, 'type'> {
  pat_name: string
  pat_id: string
  his_req: { ipno: string; bedno: string }
  appt_id: string
}

/** The panel of an examination, or undefined before its visit has started. */
export function panelOf(status: ServiceStatus): ExamStatus | undefined {
  if (isExamStatus(status)) return status
  return canBringNext(status) ? READY_TO_SCAN : undefined
}

/** The examinations of a visit that the queue shows: a radiology visit that has started, without consumables. */
export function examItemsOf(visit: QueueVisit): QueueExam[] {
  if (visit.is_radiology === 0 || isVisitCancelled(visit.status)) return []
  const { id: appt_id, name: pat_name, pat_id, ipno, bedno } = visit
  return visit.services
    .filter(({ type, status }) => type === 'Exam_Service' && panelOf(status) !== undefined)
    .map(({ is_bring_next, ...exam }) => ({
      ...pickExam(exam),
      // A mark set before the scan means nothing after it.
      is_bring_next: canBringNext(exam.status) ? is_bring_next : 'N',
      pat_name,
      pat_id,
      his_req: { ipno, bedno },
      appt_id,
    }))
}

/** Order within a panel: "bring next" first, then by time. */
export function inQueueOrder(
  a: Pick<QueueExam, 'is_bring_next' | 'start_dt' | 'id'>,
  b: Pick<QueueExam, 'is_bring_next' | 'start_dt' | 'id'>,
): number {
  return (
    b.is_bring_next.localeCompare(a.is_bring_next) ||
    Date.parse(a.start_dt) - Date.parse(b.start_dt) ||
    a.id.localeCompare(b.id)
  )
}

function pickExam(exam: Omit<QueueService, 'type' | 'is_bring_next'>) {
  const { id, accession_no, modality, start_dt, exm_start_dt, exm_end_dt, name, code, status } = exam
  const { machine_id, department_id } = exam
  return {
    id,
    accession_no,
    modality,
    start_dt,
    exm_start_dt,
    exm_end_dt,
    name,
    code,
    status,
    machine_id,
    department_id,
  }
}
