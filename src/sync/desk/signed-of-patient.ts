import { patientDeskCalls, type SignedExamination } from '#contract/calls/patient-desk.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import { openShown, type Shown } from './merged-record.ts'

export interface SignedOfPatient {
  /** Newest first. */
  examinations: SignedExamination[]
  /** How many more there are. */
  more: number
}

/** A slower answer is not waited for: a patient stands at the desk. */
const ANSWER_MS = 4_000

/**
 * Returns a patient's signed examinations: from the server, of any age; if no answer comes, from the visits on this
 * device.
 */
export async function findSignedOf(patientId: string, isOnline: boolean): Promise<SignedOfPatient> {
  const there = isOnline ? await askServer(patientId) : undefined
  if (there && there.examinations.length + there.more > 0) return there
  return { examinations: await readHere(patientId), more: 0 }
}

// One reason for an empty answer is a patient whom only this device knows yet.
const askServer = (id: string): Promise<SignedOfPatient | undefined> =>
  callApi(patientDeskCalls.signedExaminations, { id }, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ result }) => result,
    () => undefined,
  )

async function readHere(patientId: string): Promise<SignedExamination[]> {
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

/** The examinations with a signed report among visits, newest first. */
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
