import { sql } from 'kysely'
import { v4 as mintId } from 'uuid'
import { ORDER_STATES, type OrderState, reachedStates } from '#domain/order/order-progress.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { orderStatusJob } from './job-name.ts'

type JobWriter = Pick<Write, 'tx' | 'now' | 'addJob'>

/** A visit after a change. */
interface ChangedVisit {
  client_id: string
  id: string
  branch_id: string
  booking_request_id: string | null
  status: VisitStatus
  is_radiology: boolean
  started_on: Date | null
}

/**
 * Queues the new states of a hospital's order for its sender, if the branch is set up for that: each state once, even
 * if the change is repeated (docs/decisions/326). Runs in the transaction of the change.
 */
export async function noteProgress(work: JobWriter, visit: ChangedVisit): Promise<void> {
  if (visit.booking_request_id === null) return
  const order = { clientId: visit.client_id, requestId: visit.booking_request_id, branchId: visit.branch_id }
  if (!(await isTold(work.tx, order))) return
  const examinations = await selectExaminations(work.tx, visit)
  const states = reachedStates({ status: visit.status, isRadiology: visit.is_radiology, examinations })
  await tell(work, order, states, visit.started_on ?? undefined)
}

/** Queues the message that a hospital's request will not become a visit. */
export async function noteRequestEnded(
  work: JobWriter,
  request: { client_id: string; id: string; branch_id: string | null },
  state: Extract<OrderState, 'Cancelled' | 'Completed'>,
): Promise<void> {
  const order = { clientId: request.client_id, requestId: request.id, branchId: request.branch_id }
  if (await isTold(work.tx, order)) await tell(work, order, [state])
}

interface ToldOrder {
  clientId: string
  requestId: string
  branchId: string | null
}

/** Returns true for an order of a hospital whose branch sends the states of orders. */
async function isTold(tx: Tx, { clientId, requestId, branchId }: ToldOrder): Promise<boolean> {
  const found = await tx
    .selectFrom('booking_request as r')
    .innerJoin('branch as b', (on) => on.onRef('b.client_id', '=', 'r.client_id').on('b.id', '=', branchId))
    .select('r.id')
    .where('r.client_id', '=', clientId)
    .where('r.id', '=', requestId)
    .where('r.source', '=', 'HL7')
    .where('r.placer_order_no', '<>', '')
    .where('b.report_send_hl7_status', '<>', 'Off')
    .executeTakeFirst()
  return found !== undefined
}

const CANCELLED_SERVICE = 12
const SCANNED = 7

async function selectExaminations(tx: Tx, visit: ChangedVisit): Promise<boolean[]> {
  const { rows } = await sql<{ is_done: boolean }>`
    select s.status >= ${SCANNED} or exists (select from study t where t.client_id = s.client_id
      and t.visit_service_id = s.id and t.hidden is null and t.status <> 'Pending') as is_done
    from visit_service s
    where s.client_id = ${visit.client_id} and s.visit_id = ${visit.id} and s.type = 'Exam_Service'
      and s.status <> ${CANCELLED_SERVICE}`.execute(tx)
  return rows.map(({ is_done }) => is_done)
}

async function tell(
  { tx, now, addJob }: JobWriter,
  { clientId, requestId, branchId }: ToldOrder,
  states: readonly OrderState[],
  startedOn = now,
): Promise<void> {
  if (states.length === 0) return
  const known = await tx
    .selectFrom('order_status_dispatch')
    .select('status')
    .where('client_id', '=', clientId)
    .where('booking_request_id', '=', requestId)
    .execute()
  // A cancelled order stays cancelled for its sender, who must order again.
  if (known.some(({ status }) => status === 'Cancelled')) return
  const news = states.filter((state) => !known.some(({ status }) => status === state))
  for (const status of news) {
    const id = mintId()
    await tx
      .insertInto('order_status_dispatch')
      .values({
        client_id: clientId,
        id,
        booking_request_id: requestId,
        branch_id: branchId,
        status,
        place: ORDER_STATES.indexOf(status),
        reached: status === 'Started' ? startedOn : now,
        // MSH-10 is limited to 20 characters.
        control_id: id.replaceAll('-', '').slice(-20),
        created: now,
      })
      .onConflict((on) => on.doNothing())
      .execute()
  }
  if (news.length > 0) await addJob(orderStatusJob, [requestId])
}
