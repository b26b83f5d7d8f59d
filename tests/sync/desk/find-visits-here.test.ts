import { v7 as mintId } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { createPatientIndex } from '#domain/patient/patient-index.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findVisitsHere } from '#src/sync/desk/find-visits-here.ts'
import { startVisit } from '#src/sync/desk/start-visit.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { ASHA } from '#tests/parts/booking/desk-of.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const index = createPatientIndex<typeof ASHA>()
vi.mock('#src/sync/patients/patient-memory.ts', () => ({ patientMemory: async () => index }))

const [BRANCH, PATIENT, DEPARTMENT, MACHINE, SERVICE] = Array.from({ length: 5 }, () => mintId()) as [
  string,
  string,
  string,
  string,
  string,
]
const START = Date.parse('2099-11-23T05:00:00Z')

let page: Page | undefined
afterEach(async () => {
  setDevice(undefined)
  await page?.device.stop()
})

function bookingAt(start: number, provisional_no: string): BookingInput {
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
    provisional_no,
    tag_id: null,
    package_id: null,
    departments: [
      { id: DEPARTMENT, ref_hospital_id: null, ref_dr_id: null, other_ref_dr_ids: null, machines },
    ],
  }
}

test('offline, a visit is found only by its number, a receipt number or its patient', async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
  const { device } = page
  const [first, second] = [bookingAt(START, 'P7-0041'), bookingAt(START + 3_600_000, 'P7-0042')]
  for (const booking of [first, second]) await enqueue('appt/save', booking, { label: 'Appointment' })
  await enqueue(
    'appt/createReceipts',
    {
      appt_id: first.id,
      receipts: [{ id: mintId(), mode: 'Cash', amount: 500, provisional_no: 'R7-0973' }],
    },
    { label: 'Payment' },
  )
  const found = async (text: string) =>
    (await findVisitsHere(device, text, 5)).map(({ visit, receiptNo }) => [visit.id, receiptNo])
  expect(await found('p7-0042')).toEqual([[second.id, undefined]])
  // The newer one first.
  expect(await found('P7-004')).toEqual([
    [second.id, undefined],
    [first.id, undefined],
  ])
  expect(await found('0973')).toEqual([[first.id, 'R7-0973']])
  expect(await found('5555')).toEqual([])
  // Found by the patient.
  index.put({ ...ASHA, id: PATIENT, mobile: '9822011111' })
  expect(await found('kulkarni')).toEqual([
    [second.id, undefined],
    [first.id, undefined],
  ])
  expect(await found('9822011111')).toHaveLength(2)
  expect(await found('P7')).toEqual([])
  expect(await found('  ')).toEqual([])
  // Found by the invoice's provisional number.
  await startVisit({ id: second.id, branch_id: BRANCH }, 'Start')
  const [started] = await findVisitsHere(device, 'P7-0042', 1)
  const printed = started?.visit.invoice_provisional_no ?? ''
  expect(printed).toMatch(/^I-\w+-\d{4}-\d{6}A$/)
  expect(await found(printed)).toEqual([[second.id, undefined]])
})
