import type { VisitRow, VisitServiceRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import {
  isLiveService,
  SCAN_COMPLETED,
  SCAN_IN_PROGRESS,
  type ServiceStatus,
} from '#domain/status/service-status.ts'
import {
  COMPLETED_STATUS,
  CONFIRMED_STATUS,
  canConfirmVisit,
  canStartVisit,
  hasVisitStarted,
  STARTED_STATUS,
  type VisitStatus,
  visitStatusOf,
} from '#domain/status/visit-status.ts'
import { DEFAULT_SLOT_MINUTES, endOfSlot } from '#domain/visit/end-time.ts'
import { untouchedServiceStatus } from '#domain/visit/service-start.ts'
import { currentSession } from '../session/session-state.ts'
import { bookedVisit, totalsOf } from './booked-visit.ts'
import { byPerson, type EffectsOf, type LocalRecords, type Patch, type RecordRef } from './effect.ts'
import { provisionalInvoice } from './provisional-invoice.ts'

type Key =
  | 'appt/save'
  | 'appt/confirmAppointment'
  | 'appt/startVisit'
  | 'appt/completeAppointment'
  | 'appt/assignTag'
  | 'appt/assignRadiologyDoctor'
  | 'appt/changeServiceStatus'

const visitOf = ({ appt_id }: { appt_id: string }): RecordRef => ({ type: 'visit', id: appt_id })
const byId = ({ id }: { id: string }): RecordRef => ({ type: 'visit', id })
const decimals = () => currentSession()?.no_of_decimal ?? 2

/** The optimistic effects of booking and running a visit. */
export const visitEffects: EffectsOf<Key> = {
  'appt/save': {
    record: byId,
    isAuto: byPerson,
    patches: async (input, local, author) => {
      const before = await local.findVisit(input.id)
      const context = { before, local, author, decimals: decimals() }
      return [{ type: 'visit', id: input.id, change: await bookedVisit(input, context) }]
    },
  },
  'appt/confirmAppointment': {
    record: visitOf,
    isAuto: byPerson,
    patches: ({ appt_id }, local) =>
      changeVisit(local, appt_id, (visit) =>
        canConfirmVisit(visit.status)
          ? { status: CONFIRMED_STATUS, services: untouched(visit, CONFIRMED_STATUS) }
          : {},
      ),
  },
  'appt/startVisit': {
    record: visitOf,
    isAuto: byPerson,
    patches: ({ appt_id, invoice_provisional_no }, local, { at }) =>
      changeVisit(local, appt_id, (visit) => {
        if (!canStartVisit(visit.status)) return {}
        const services = untouched(visit, STARTED_STATUS)
        const status = impliedStatus({ ...visit, status: STARTED_STATUS, services })
        return { status, services, started_on: at, ...provisionalInvoice(visit, invoice_provisional_no) }
      }),
  },
  'appt/completeAppointment': {
    record: visitOf,
    isAuto: byPerson,
    patches: ({ appt_id }, local) => changeVisit(local, appt_id, () => ({ status: COMPLETED_STATUS })),
  },
  'appt/assignTag': {
    record: byId,
    isAuto: byPerson,
    patches: async ({ id, tag_id, service_id }, local) => {
      const found = (await local.findTags()).find((one) => one.id === tag_id)
      const tag = { tag_id, tag: found?.name ?? '', tag_color: found?.color ?? '' }
      if (service_id === undefined) return [{ type: 'visit', id, change: tag }]
      return changeService(local, { appt_id: id, id: service_id }, () => tag)
    },
  },
  'appt/assignRadiologyDoctor': {
    record: visitOf,
    isAuto: byPerson,
    patches: async (input, local) => {
      const { assigned_doctor_id, signed_by_doctor_id } = input
      const nameOf = async (id: string | null) =>
        id === null ? '' : (((await local.findDoctor(id)) ?? (await local.findPerson(id)))?.name ?? '')
      const [assigned_doctor, signed_by_doctor] = await Promise.all([
        nameOf(assigned_doctor_id),
        nameOf(signed_by_doctor_id),
      ])
      return changeService(local, input, () => ({
        assigned_doctor_id,
        assigned_doctor,
        signed_by_doctor_id,
        signed_by_doctor,
      }))
    },
  },
  'appt/changeServiceStatus': {
    record: visitOf,
    isAuto: byPerson,
    patches: async (input, local, { at }) => {
      const visit = await local.findVisit(input.appt_id)
      const changed = visit?.services.find(({ id }) => id === input.id)
      if (!visit || !changed) return []
      const change = await examAfter(input, changed, { local, at })
      const services = visit.services.map((one) => (one.id === input.id ? { ...one, ...change } : one))
      const money = totalsOf(services, { before: visit, decimals: decimals() })
      const status = impliedStatus({ ...visit, services })
      return [{ type: 'visit', id: visit.id, change: { services, status, ...money } }]
    },
  },
}

async function changeVisit(
  local: LocalRecords,
  id: string,
  change: (visit: VisitRow) => Partial<VisitRow>,
): Promise<Patch[]> {
  const visit = await local.findVisit(id)
  return visit ? [{ type: 'visit', id, change: change(visit) }] : []
}

function changeService(
  local: LocalRecords,
  { appt_id, id }: { appt_id: string; id: string },
  change: (service: VisitServiceRow) => Partial<VisitServiceRow>,
): Promise<Patch[]> {
  return changeVisit(local, appt_id, ({ services }) => ({
    services: services.map((one) => (one.id === id ? { ...one, ...change(one) } : one)),
  }))
}

/** The services of a visit that has not started, in the status that matches the visit's. */
function untouched(visit: VisitRow, status: VisitStatus): VisitServiceRow[] {
  if (hasVisitStarted(visit.status)) return visit.services
  const isRadiology = visit.is_radiology === 1
  return visit.services.map((one) =>
    isLiveService(one.status)
      ? { ...one, status: untouchedServiceStatus(status, { type: one.type, isRadiology }) }
      : one,
  )
}

function impliedStatus(visit: VisitRow): VisitStatus {
  const reports = visit.services.flatMap(({ report_status }) => (report_status === '' ? [] : [report_status]))
  return visitStatusOf(visit.status, {
    isRadiology: visit.is_radiology === 1,
    services: visit.services.filter(({ type }) => type === 'Exam_Service').map(({ status }) => status),
    reports,
  })
}

async function examAfter(
  { status }: QueueInput<'appt/changeServiceStatus'>,
  service: VisitServiceRow,
  { local, at }: { local: LocalRecords; at: string },
): Promise<Partial<VisitServiceRow> & { status: ServiceStatus }> {
  if (status === SCAN_IN_PROGRESS) {
    const department = service.department_id
      ? await local.findMaster('department', service.department_id)
      : undefined
    const slotMinutes =
      typeof department?.slot_duration === 'number' ? department.slot_duration : DEFAULT_SLOT_MINUTES
    const end = new Date(endOfSlot(Date.parse(at), 1, slotMinutes)).toISOString()
    return { status, is_bring_next: 'N', exm_start_dt: at, exm_end_dt: end }
  }
  if (status === SCAN_COMPLETED || !isLiveService(status)) return { status, is_bring_next: 'N' }
  return { status, exm_start_dt: null, exm_end_dt: null }
}
