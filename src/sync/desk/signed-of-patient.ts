import { isSigned } from '#domain/status/report-status.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { currentDevice } from '../current-device.ts'
import { openShown, type Shown } from './merged-record.ts'

/** An examination of a patient whose report is signed. */
export interface SignedExamination {
  id: string
  visit_no: string
  service: string
  /** ISO 8601. */
  start_dt: string
}

/** The examinations of a patient with a signed report, of the visits that this device has, the newest first. */
export async function findSignedOf(patientId: string): Promise<SignedExamination[]> {
  const device = currentDevice()
  if (!device) return []
  const { cache, work } = device.databases
  const [copies, waiting] = await Promise.all([
    cache.visits.where('patient').equals(patientId).toArray(),
    readWaiting(work, 'visit'),
  ])
  const visits = await openShown(device.databases, 'visit', { copies, waiting })
  return signedOf(visits.filter(({ patient_id }) => patient_id === patientId))
}

type SignedVisit = Pick<Shown<'visit'>, 'visit_no' | 'start_dt'> & {
  services: readonly Pick<
    Shown<'visit'>['services'][number],
    'id' | 'name' | 'report_status' | 'signed_reports'
  >[]
}

/** The examinations among visits with a signed report, the newest first. */
export const signedOf = (visits: readonly SignedVisit[]): SignedExamination[] =>
  visits
    .toSorted((a, b) => Date.parse(b.start_dt) - Date.parse(a.start_dt))
    .flatMap(({ visit_no, start_dt, services }) =>
      services
        .filter(
          ({ report_status: status, signed_reports = 0 }) =>
            signed_reports > 0 || (status !== '' && isSigned(status)),
        )
        .map(({ id, name }) => ({ id, visit_no, service: name, start_dt })),
    )
