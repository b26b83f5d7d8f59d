import type { VisitRow } from '#contract/calls/visit-records.ts'
import { FORM_F_IDS } from '#domain/pndt/form-f.ts'
import { type FormFGround, formFMissing, formFRefusal } from '#domain/pndt/form-f-start.ts'
import {
  type ExamStatus,
  isLiveService,
  SCAN_COMPLETED,
  type ServiceStatus,
  waitsForScan,
} from '#domain/status/service-status.ts'
import { getDevice } from '../current-device.ts'
import { currentSession } from '../session/session-state.ts'
import { localDesk } from './local-desk.ts'
import { findVisitParts } from './use-visit.ts'
import { commandsOf } from './waiting-commands.ts'

/**
 * Throws if an obstetric ultrasound would start without a complete Form F, by the data on this device; the server
 * checks the same rule again. `scan`: checks only that service of the visit, whose scan begins or ends. If the visit or branch is not here, or
 * the scan has begun, leaves it to the server. Returns the ids of waiting commands that carry the form: the start must be sent after them.
 */
export async function demandFormF(
  visitId: string,
  scan?: { id: string; status: ExamStatus },
): Promise<string[]> {
  const device = getDevice()
  const desk = localDesk(device.databases)
  const visit = await desk.findVisit(visitId)
  const branch = visit && (await desk.findBranch(visit.branch_id))
  if (!visit || branch?.pndt_applies !== 1 || !hasConsentForms()) return []
  const consents = await findVisitParts(device, 'consent', visitId)
  const missing = formFMissing({
    branch: { pndt_applies: true, pndt_doctors: branch.pndt_doctors ?? '' },
    gender: visit.gender,
    exams: await examsOf(visit, desk.findMaster, scan?.id),
    consents,
  })
  const refused = scan?.status === SCAN_COMPLETED ? 'completed' : 'started'
  if (missing.length > 0) throw new Error(formFRefusal(missing, refused))
  const parts = consents.filter(({ consent_form_id }) => PARTS.includes(consent_form_id))
  return (await Promise.all(parts.map(({ id }) => commandsOf('consent', id)))).flat()
}

/** Without consent forms in its licence, a client cannot fill in Form F. */
const hasConsentForms = () => currentSession()?.main_modules.includes('consent_forms') ?? true

const PARTS: readonly string[] = Object.values(FORM_F_IDS)

// How its service was flagged then stands at the server alone.
const hasBegun = (status: ServiceStatus) => isLiveService(status) && !waitsForScan(status)

type FindMaster = ReturnType<typeof localDesk>['findMaster']

function examsOf(
  { services }: VisitRow,
  findMaster: FindMaster,
  serviceId: string | undefined,
): Promise<FormFGround['exams']> {
  const started = services.filter(({ id, status }) =>
    serviceId === undefined ? isLiveService(status) : id === serviceId && !hasBegun(status),
  )
  return Promise.all(
    started.map(async ({ name, service_id, machine_id, machine }) => {
      const [service, record] = await Promise.all([
        service_id === null ? undefined : findMaster('service', service_id),
        machine_id === null ? undefined : findMaster('machine', machine_id),
      ])
      const registrationNo = record?.pndt_registration_no
      return {
        name,
        isObstetric: service?.is_obstetric === 1,
        isInvasive: service?.is_invasive === 1,
        machine:
          machine_id === null
            ? undefined
            : { name: machine, registrationNo: typeof registrationNo === 'string' ? registrationNo : '' },
      }
    }),
  )
}
