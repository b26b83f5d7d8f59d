import type { VisitRow } from '#contract/calls/visit-records.ts'
import { FORM_F_IDS } from '#domain/pndt/form-f.ts'
import { type FormFGround, formFMissing, formFRefusal } from '#domain/pndt/form-f-start.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { getDevice } from '../current-device.ts'
import { currentSession } from '../session/session-state.ts'
import { localDesk } from './local-desk.ts'
import { findVisitParts } from './use-visit.ts'
import { commandsOf } from './waiting-commands.ts'

/**
 * Throws if an obstetric ultrasound would start without a complete Form F, by what this device has: the rule that the
 * server asks again. `serviceId`: that service of the visit alone. A visit or branch that is not here is left to it.
 * Returns the ids of the commands that carry the form and still wait: the start must be sent after them.
 */
export async function demandFormF(visitId: string, serviceId?: string): Promise<string[]> {
  const device = getDevice()
  const desk = localDesk(device.databases)
  const visit = await desk.findVisit(visitId)
  const branch = visit && (await desk.findBranch(visit.branch_id))
  if (!visit || branch?.pndt_applies !== 1 || !hasConsentForms()) return []
  const consents = await findVisitParts(device, 'consent', visitId)
  const missing = formFMissing({
    branch: { pndt_applies: true, pndt_doctors: branch.pndt_doctors ?? '' },
    gender: visit.gender,
    exams: await examsOf(visit, desk.findMaster, serviceId),
    consents,
  })
  if (missing.length > 0) throw new Error(formFRefusal(missing))
  const parts = consents.filter(({ consent_form_id }) => PARTS.includes(consent_form_id))
  return (await Promise.all(parts.map(({ id }) => commandsOf('consent', id)))).flat()
}

/** A licence without consent forms has nothing to fill Form F in with. */
const hasConsentForms = () => currentSession()?.main_modules.includes('consent_forms') ?? true

const PARTS: readonly string[] = Object.values(FORM_F_IDS)

type FindMaster = ReturnType<typeof localDesk>['findMaster']

function examsOf(
  { services }: VisitRow,
  findMaster: FindMaster,
  serviceId: string | undefined,
): Promise<FormFGround['exams']> {
  const started = services.filter(({ id, status }) =>
    serviceId === undefined ? isLiveService(status) : id === serviceId,
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
        machine:
          machine_id === null
            ? undefined
            : { name: machine, registrationNo: typeof registrationNo === 'string' ? registrationNo : '' },
      }
    }),
  )
}
