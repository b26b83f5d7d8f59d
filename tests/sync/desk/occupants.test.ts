import { v7 as mintId } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findOccupants, occupantsOf } from '#src/sync/desk/occupants.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { serviceRowOf, visitRowOf } from '#tests/parts/booking/visit-row.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const [BRANCH, PATIENT, DEPARTMENT, MACHINE, SERVICE] = Array.from({ length: 5 }, () => mintId()) as [
  string,
  string,
  string,
  string,
  string,
]
const START = Date.parse('2099-11-23T05:00:00Z')
const SPAN = { from: START - 3_600_000, to: START + 3_600_000 }

let page: Page | undefined
afterEach(async () => {
  setDevice(undefined)
  await page?.device.stop()
})

function bookingAt(start: number): BookingInput {
  const start_dt = new Date(start).toISOString()
  const end_dt = new Date(start + 1_200_000).toISOString()
  const services = [{ id: mintId(), service_id: SERVICE, charges: 500, discount: 0 }]
  const machines = [{ id: mintId(), machine_id: MACHINE, start_dt, end_dt, services }]
  return {
    id: mintId(),
    is_radiology: 1,
    branch_id: BRANCH,
    patient_id: PATIENT,
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme_type: '',
    start_dt,
    end_dt,
    tag_id: null,
    package_id: null,
    departments: [
      { id: DEPARTMENT, ref_hospital_id: null, ref_dr_id: null, other_ref_dr_ids: null, machines },
    ],
  }
}

test('a booking that waits on this device keeps its slot, and a refused booking has none', async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
  const booking = bookingAt(START)
  const command = await enqueue('appt/save', booking, { label: 'Appointment' })
  await enqueue('appt/save', bookingAt(START + 24 * 3_600_000), { label: 'Appointment' })
  const [own, ...others] = await findOccupants(page.device, SPAN)
  expect(own).toMatchObject({ visitId: booking.id, machineId: MACHINE, from: START })
  expect(others).toEqual([])
  await page.databases.work.outbox.update(command, { state: 'parked' })
  expect(await findOccupants(page.device, SPAN)).toEqual([])
})

test('a slot blocks by the server’s flag; without the flag, while it has an examination', () => {
  const visit = visitRowOf()
  const withSlot = (blocks?: 0 | 1) => ({
    ...visit,
    machines: visit.machines.map((slot) => ({ ...slot, ...(blocks !== undefined && { blocks }) })),
  })
  expect(occupantsOf([withSlot(1)])).toHaveLength(1)
  expect(occupantsOf([withSlot()])).toHaveLength(1)
  // Overbooked, or of a department whose examinations may overlap.
  expect(occupantsOf([withSlot(0)])).toEqual([])
  expect(occupantsOf([{ ...withSlot(1), services: [serviceRowOf({ status: 12 })] }])).toEqual([])
  expect(occupantsOf([{ ...withSlot(1), status: 12 }])).toEqual([])
})
