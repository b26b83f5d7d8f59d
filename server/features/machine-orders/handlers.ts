import { v7 as uuidv7 } from 'uuid'
import type { machineOrderCalls } from '#contract/calls/machine-orders.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canSendToMachine } from '#domain/status/service-status.ts'
import { studyUidOf } from '#domain/study/dicom/study-uid.ts'
import { formatClock } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { type MachineOrder, type MachinePartner, sendMachineOrder } from '#server/integrations/send-order.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { secretContext } from '#server/kernel/keys/secrets.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { exchanged } from '../interfaces/public/exchanged.ts'
import { openForPartner } from '../report-dispatch/open-for-partner.ts'
import { markSentToMachine } from '../visits/public/status/sent-services.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import { orderExchange } from './order-exchange.ts'
import { findOrderedService, type OrderedService } from './store.ts'

/** Checked before the input is parsed. */
export function demandSender({ permissions }: Caller): void {
  if (!permissions.has('scan_worklist') && !permissions.has('appointments'))
    throw new Refusal('not_permitted')
}

/** "Send Now" to a machine: sends the order while the person waits, and returns the machine's answer in words. */
export const createMachineOrderHandlers = ({
  secrets,
  wayOut,
  exchanges,
}: OutsideDeps): LiveHandlersFor<typeof machineOrderCalls> => ({
  sendExam: async ({ appt_service_id }, live) => {
    const service = await live.tenant((ctx) => readSendable(ctx, appt_service_id))
    const stored = service.machine_communication_pwd
    const context = secretContext(
      live.caller.clientId,
      'branch',
      service.branch_id,
      'machine_communication_pwd',
    )
    try {
      const password = stored === '' ? '' : await openForPartner(secrets, { context, stored })
      const partner = { ...partnerOf(service, password), out: wayOut(live.caller.clientId) }
      const order = orderOf(service, new Date())
      await exchanged(
        { exchanges },
        () => orderExchange(live.caller.clientId, service, order),
        () => sendMachineOrder(partner, order),
      )
    } catch (error) {
      if (error instanceof NotTakenError)
        throw new Refusal('refused', `The machine did not accept it. ${error.message}`)
      throw error
    }
    await live.tenant((ctx) => markSent(ctx, service))
    return { message: 'Sent' }
  },
})

async function readSendable(ctx: Context, id: string): Promise<OrderedService> {
  const service = await findOrderedService(ctx.tx, ctx.caller.clientId, id)
  if (!service) throw new Refusal('not_found')
  await lockVisit(ctx, service.visit_id)
  if (service.type !== 'Exam_Service' || !canSendToMachine(service.status))
    throw new Refusal('refused', 'Only a started examination that is not done yet is sent to its machine.')
  if (service.machine === null) throw new Refusal('refused', 'Choose a machine for this examination first.')
  if (service.machine_communication_url === '')
    throw new Refusal('refused', 'The branch settings have no address for the machines.')
  return service
}

const partnerOf = (service: OrderedService, password: string): Omit<MachinePartner, 'out'> => ({
  url: service.machine_communication_url,
  user: service.machine_communication_usr,
  password,
  type: service.machine_communication_type,
  dateformat: service.machine_communication_dateformat,
})

function orderOf(service: OrderedService, now: Date): MachineOrder {
  const { fname, lname, dob, mobile, weight, allergies } = service
  return {
    controlId: uuidv7().replaceAll('-', '').slice(-20),
    sentAt: now,
    facility: service.branch,
    accessionNo: service.accession_no,
    studyUid: service.study_iuid || studyUidOf(service.id),
    visitNo: service.visit_no,
    service: { name: service.name, code: service.code },
    modality: service.modality,
    machine: { name: service.machine ?? '', aet: service.aet ?? '' },
    day: dayAt(service.start_dt, service.time_zone),
    time: formatClock(service.start_dt, service.time_zone),
    at: service.start_dt,
    patient: { id: service.pat_id, fname, lname, dob, sex: service.gender, mobile, weight, allergies },
    referrer: service.referrer,
  }
}

async function markSent(ctx: Context, service: OrderedService): Promise<void> {
  const visit = await lockVisit(ctx, service.visit_id)
  await markSentToMachine(ctx, visit, service.id)
  await ctx.audit('send_to_machine', 'visit', visit.id, { service_id: service.id })
}
