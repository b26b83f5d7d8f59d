import { sql } from 'kysely'
import type { laboratoryCalls } from '#contract/calls/laboratory.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { LabService } from '#contract/masters/service.ts'
import { isLiveService, type ServiceStatus } from '#domain/status/service-status.ts'
import { hasVisitStarted } from '#domain/status/visit-status.ts'
import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { type LabOrder, sendLabOrder } from '#server/integrations/send-lab-order.ts'
import type { Context } from '#server/kernel/context.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { secretContext } from '#server/kernel/keys/secrets.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { exchanged } from '../interfaces/public/exchanged.ts'
import { openForPartner } from '../report-dispatch/open-for-partner.ts'
import { markSentToLaboratory } from '../visits/public/status/sent-services.ts'
import { selectVisitRows } from '../visits/public/store.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import { labOrderExchange } from './lab-exchange.ts'

interface Sendable {
  branchId: string
  url: string
  user: string
  stored: string
  order: LabOrder
}

/** Orders of a visit's laboratory services, sent while the person waits (docs/visits.md#laboratory). */
export const createLaboratoryHandlers = ({
  secrets,
  wayOut,
  exchanges,
}: OutsideDeps): LiveHandlersFor<typeof laboratoryCalls> => ({
  send: async ({ appt_id, ids }, live) => {
    const { branchId, url, user, stored, order } = await live.tenant((ctx) => readOrder(ctx, appt_id, ids))
    const context = secretContext(live.caller.clientId, 'branch', branchId, 'lab_service_send_api_pwd')
    const sent = order.services.map(({ id }) => id)
    try {
      const password = stored === '' ? '' : await openForPartner(secrets, { context, stored })
      await exchanged(
        { exchanges },
        () => labOrderExchange(live.caller.clientId, appt_id, order),
        () => sendLabOrder({ url, user, password, out: wayOut(live.caller.clientId) }, order),
      )
    } catch (error) {
      if (!(error instanceof NotTakenError)) throw error
      await live.tenant((ctx) => markSentToLaboratory(ctx, appt_id, sent, { lab_error: error.message }))
      throw new Refusal('refused', `The laboratory did not accept it. ${error.message}`)
    }
    const visit = await live.tenant(async (ctx) => {
      await markSentToLaboratory(ctx, appt_id, sent, { lab_sent_on: ctx.now, lab_error: '' })
      await ctx.audit('send_to_laboratory', 'visit', appt_id, { services: sent })
      const [row] = await selectVisitRows(ctx.tx, ctx.caller, [appt_id])
      if (!row) throw new Error('a visit that was just written is not there')
      return row
    })
    return { message: 'Sent', result: { visit } }
  },
})

async function readOrder(
  ctx: Context,
  visitId: string,
  ids: readonly string[] | undefined,
): Promise<Sendable> {
  const visit = await lockVisit(ctx, visitId)
  if (!hasVisitStarted(visit.status))
    throw new Refusal('refused', 'Start the visit before its samples are ordered.')
  const services = (await selectLabServices(ctx, visitId)).filter(({ id }) => ids?.includes(id) ?? true)
  if (services.length === 0) throw new Refusal('refused', 'The visit has no such laboratory service.')
  const { rows } = await sql<{
    branch: string
    url: string
    usr: string
    pwd: string
    pat_id: string
    fname: string
    lname: string
    dob: string | null
    gender: string
    mobile: string
    referrer: string
  }>`select b.name as branch, b.lab_service_send_api_url as url, b.lab_service_send_api_usr as usr,
      b.lab_service_send_api_pwd as pwd, p.pat_id, p.fname, p.lname, p.dob, p.gender, p.mobile,
      coalesce(r.name, '') as referrer
    from visit v
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    left join app_user r on r.client_id = v.client_id and r.id = v.ref_dr_id
    where v.client_id = ${ctx.caller.clientId} and v.id = ${visitId}`.execute(ctx.tx)
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  const { branch, url, usr, pwd, referrer, ...patient } = found
  if (url === '') throw new Refusal('refused', 'The branch settings have no address for the laboratory.')
  return {
    branchId: visit.branch_id,
    url,
    user: usr,
    stored: pwd,
    order: {
      visit_no: visit.visit_no,
      branch,
      ordered_on: ctx.now.toISOString(),
      patient,
      ref_physician: referrer,
      services,
    },
  }
}

async function selectLabServices(ctx: Context, visitId: string): Promise<LabOrder['services']> {
  const rows = await ctx.tx
    .selectFrom('visit_service')
    .select(['id', 'name', 'code', 'status', 'lab_services'])
    .where('client_id', '=', ctx.caller.clientId)
    .where('visit_id', '=', visitId)
    .where('islaboratory', '=', true)
    .orderBy('place')
    .execute()
  return rows
    .filter(({ status }) => isLiveService(status as ServiceStatus))
    .map(({ id, name, code, lab_services }) => ({
      id,
      name,
      code,
      lab_services: lab_services as unknown as LabService[],
    }))
}
