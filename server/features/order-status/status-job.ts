import { leadsBackTo } from '#domain/order/order-progress.ts'
import { buildOrderStatus, type OutgoingOrderState } from '#server/integrations/hl7/order-status-message.ts'
import { sendHl7 } from '#server/integrations/hl7/send-hl7.ts'
import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { defineJob, type Job, type JobContext } from '#server/kernel/jobs/job.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { exchanged } from '../interfaces/public/exchanged.ts'
import { hostOf } from '../interfaces/public/host-of.ts'
import {
  isStateNotTakenTold,
  notifyStateNotTaken,
  settleStateNotTaken,
} from '../notifications/public/events.ts'
import { type Partners, selectPartners } from '../report-dispatch/dispatch-store.ts'
import { openForPartner } from '../report-dispatch/open-for-partner.ts'
import { orderStatusJob } from './public/job-name.ts'
import {
  hasFailedState,
  type StatusDispatch,
  selectLastSent,
  settleStatus,
  takeNext,
} from './public/store.ts'
import { readOrderState } from './read-order-state.ts'

/**
 * Sends the states of an order to its sender, one after the other; a later one waits while an earlier one cannot be
 * delivered. A state that is rejected as invalid is superseded by the next accepted one, and is not sent after it.
 */
export const createOrderStatusJob = (deps: OutsideDeps): Job =>
  defineJob({
    ...orderStatusJob,
    run: async ({ clientId, ids }, work) => {
      for (const id of ids) await tellOrder(deps, { clientId, requestId: id }, work)
    },
  })

interface Order {
  clientId: string
  requestId: string
}

async function tellOrder(deps: OutsideDeps, order: Order, work: JobContext): Promise<void> {
  const tried = new Set<string>()
  let refused: NotTakenError | undefined
  for (;;) {
    const { value: task } = await work.write((write) => takeTask(write, order, tried))
    if (!task) break
    tried.add(task.dispatch.id)
    try {
      const ack = await tellOne(deps, task)
      await work.write((write) => settleTaken(write, task.dispatch, ack))
      refused = undefined
    } catch (error) {
      if (!(error instanceof NotTakenError)) throw error
      await work.write((write) => settleNotTaken(write, task, error))
      // The next state may be accepted if this one was read and rejected; one that was not read blocks the others.
      if (!['AE', 'CE'].includes(error.ack)) throw error
      refused = error
    }
  }
  // The queue retries with increasing pauses.
  if (refused) throw refused
}

interface StatusTask {
  dispatch: StatusDispatch
  hl7: Partners['hl7']
  told: OutgoingOrderState
  /** Why we do not send it; undefined if it is sent. */
  heldBack: string | undefined
}

async function takeTask(
  { tx, now }: Write,
  { clientId, requestId }: Order,
  tried: ReadonlySet<string>,
): Promise<StatusTask | undefined> {
  const dispatch = await takeNext(tx, { clientId, requestId, tried, now })
  if (!dispatch) return undefined
  const partners = await selectPartners(tx, clientId, dispatch.branch_id)
  const { hl7 } = partners
  const told = await readOrderState(tx, dispatch, partners, now)
  return { dispatch, hl7, told, heldBack: whyHeldBack(hl7, told) }
}

function whyHeldBack(hl7: Partners['hl7'], { order }: OutgoingOrderState): string | undefined {
  if (hl7.orderStatus === 'Off') return 'The branch does not tell the status of orders any more.'
  if (hl7.url !== '' && leadsBackTo(hl7.sender, `${order.application}|${order.facility}`)) return undefined
  const sender = [order.application, order.facility].filter(Boolean).join(' at ')
  return `No HL7 address of the branch leads back to ${sender || 'the sender of this order'}.`
}

async function tellOne(deps: OutsideDeps, task: StatusTask): Promise<string> {
  const { dispatch, hl7, told, heldBack } = task
  if (heldBack !== undefined || hl7.orderStatus === 'Off') throw new NotTakenError(heldBack ?? '')
  const kind = hl7.orderStatus
  return exchanged(
    deps,
    () => ({
      clientId: dispatch.client_id,
      kind: 'hl7_out',
      peer: hostOf(hl7.url),
      marks: {
        patIds: [told.patient.id],
        accessionNos: [told.accessionNo],
        orderNos: [told.order.placerNo],
        controlId: dispatch.control_id,
      },
      subject: { type: 'order_status_dispatch', id: dispatch.id },
    }),
    async () =>
      sendHl7(
        {
          url: hl7.url,
          user: hl7.user,
          password: await openForPartner(deps.secrets, hl7.password),
          out: deps.wayOut(dispatch.client_id),
        },
        buildOrderStatus(told, { kind, charset: hl7.style.charset }),
        dispatch.control_id,
        hl7.style.charset,
      ),
  )
}

/**
 * Notifies the administrators once per order, and only if the receiver was contacted: our own settings cause no
 * notification.
 */
async function settleNotTaken(
  write: Write,
  { dispatch, heldBack }: StatusTask,
  { ack, message }: NotTakenError,
): Promise<void> {
  // A state held back by us was not notified, and notifications before the last accepted state are settled.
  const isKnown =
    (await hasFailedState(write.tx, dispatch)) &&
    (await isStateNotTakenTold(write, dispatch, await selectLastSent(write.tx, dispatch)))
  await settleStatus(write.tx, dispatch, { state: 'Failed', ack, last_error: message, sent: null })
  if (heldBack === undefined && !isKnown) await notifyStateNotTaken(write, dispatch)
}

async function settleTaken(write: Write, dispatch: StatusDispatch, ack: string): Promise<void> {
  const { tx, now, audited } = write
  await settleStatus(tx, dispatch, { state: 'Sent', ack, last_error: '', sent: now })
  if (!(await hasFailedState(tx, dispatch))) await settleStateNotTaken(write, dispatch)
  audited({
    clientId: dispatch.client_id,
    userId: undefined,
    action: 'send',
    type: 'booking_request',
    recordId: dispatch.booking_request_id,
    detail: { by: 'HL7', status: dispatch.status },
    at: now,
  })
}
