import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { orderStatusJob } from './public/job-name.ts'

/** The settings of a branch that decide whether and where the states of its orders are sent. */
const DECIDING = [
  'report_send_hl7_url',
  'report_send_hl7_usr',
  'report_send_hl7_pwd',
  'report_send_hl7_status',
  'report_send_hl7_sender',
] as const

type Deciding = Readonly<Record<(typeof DECIDING)[number], string>>

/**
 * Queues the orders with waiting states again after the branch's HL7 connection was changed, because held-back states
 * have no retries left by then. Runs in the transaction of the change.
 */
export async function sendStatesAfterChange(
  { tx, caller, addJob }: Pick<Context, 'tx' | 'caller' | 'addJob'>,
  before: Deciding & { id: string },
  after: Deciding,
): Promise<void> {
  const leadsNowhere = after.report_send_hl7_url === '' || after.report_send_hl7_status === 'Off'
  if (leadsNowhere || DECIDING.every((name) => before[name] === after[name])) return
  const { rows } = await sql<{ id: string }>`
    select d.booking_request_id as id from order_status_dispatch d
    where d.client_id = ${caller.clientId} and d.branch_id = ${before.id} and d.state <> 'Sent'
      and not exists (select from order_status_dispatch o where o.client_id = d.client_id
        and o.booking_request_id = d.booking_request_id and o.place > d.place and o.state = 'Sent')
    group by d.booking_request_id order by min(d.reached)`.execute(tx)
  // One job per order, so that one failure does not block the others.
  for (const { id } of rows) await addJob(orderStatusJob, [id])
}
