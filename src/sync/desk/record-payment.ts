import { v7 as mintId } from 'uuid'
import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import { provisionalNo } from '#domain/money/provisional-no.ts'
import { wallClockAt } from '#domain/time/zones.ts'
import { getDevice } from '../current-device.ts'
import { findZone } from '../directory/find-zone.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { dependsOnVisit } from './depends-on-visit.ts'
import { findVisitParts } from './use-visit.ts'

/** One mode of a payment as a person took it; the amount is in the client's currency. */
export type PaidMode = Pick<
  QueueInput<'appt/createReceipts'>['receipts'][number],
  'mode' | 'amount' | 'pay_scheme_id' | 'ref_no' | 'remarks'
>

/**
 * Records a payment in one or several modes as one act: on this device at once, sent as soon as the server can be
 * reached. Each receipt has a provisional number that names this device until the server gave the final one. Answers
 * the receipts as they are shown now, in the order of `modes`. Throws StorageFullError.
 */
export async function recordPayment(
  visit: Pick<VisitRow, 'id' | 'rev' | 'branch_id'>,
  modes: readonly PaidMode[],
): Promise<ReceiptRow[]> {
  const device = getDevice()
  const { work } = device.databases
  const at = new Date(device.desk.now())
  const [terms, zone, depends] = await Promise.all([
    work.keys.get('terms'),
    findZone(visit.branch_id),
    dependsOnVisit(visit),
  ])
  const deviceName = terms?.id === 'terms' ? terms.deviceName : ''
  const clock = wallClockAt(at, zone)
  const receipts = modes.map((mode, place) => ({
    ...mode,
    id: mintId(),
    provisional_no: provisionalNo(deviceName, clock, place),
  }))
  const input = { appt_id: visit.id, receipts, taken_on: at.toISOString() }
  await enqueue('appt/createReceipts', input, { label: 'Record payment', depends })
  const shown = await findVisitParts(device, 'receipt', visit.id)
  return receipts.flatMap(({ id }) => shown.find((one) => one.id === id) ?? [])
}
