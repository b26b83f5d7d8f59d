import type { VisitRow } from '#contract/calls/visit-records.ts'
import { provisionalNo } from '#domain/money/provisional-no.ts'
import { wallClockAt } from '#domain/time/zones.ts'
import { getDevice } from '../current-device.ts'
import { findZone } from '../directory/find-zone.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { findDeviceName } from './find-device-name.ts'
import { demandFormF } from './form-f-ground.ts'

/**
 * Starts a visit: on this device at once, sent as soon as the server can be reached. Offline, its invoice has a number
 * of this device until the server assigns its own. Returns the id of the command. Throws if an obstetric ultrasound has
 * no complete Form F.
 */
export async function startVisit(
  { id, branch_id }: Pick<VisitRow, 'id' | 'branch_id'>,
  label: string,
): ReturnType<typeof enqueue> {
  const after = await demandFormF(id)
  const { author } = getDevice()
  const printed = author.isOnline()
    ? undefined
    : await invoiceProvisionalNo(branch_id, new Date(author.now()))
  return enqueue(
    'appt/startVisit',
    { appt_id: id, ...(printed !== undefined && { invoice_provisional_no: printed }) },
    { label, after },
  )
}

/** The number of an invoice printed on this device until the server assigns one (`I-FD2-1121-231502A`). */
export async function invoiceProvisionalNo(branchId: string, at: Date): Promise<string> {
  const [deviceName, zone] = await Promise.all([findDeviceName(getDevice().databases), findZone(branchId)])
  return `I-${provisionalNo(deviceName, wallClockAt(at, zone), 0)}`
}
