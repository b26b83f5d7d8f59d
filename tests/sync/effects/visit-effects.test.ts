import { expect, test } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import type { LocalRecords, Patch } from '#src/sync/effects/effect.ts'
import { visitEffects } from '#src/sync/effects/visit-effects.ts'

const AUTHOR = { userId: 'u', name: 'Pooja Sawant', at: '2026-11-21T09:00:00.000Z' }
const MASTERS: Record<string, Readonly<Record<string, unknown>>> = {
  mri: { name: 'MRI', slot_duration: 30 },
  'mri-1': { name: 'MRI 1', modality: 'MR' },
  knee: { name: 'MRI Knee', code: 'MR-KNEE', type: 'Exam_Service' },
  film: { name: 'Film', code: 'FILM', type: 'Exam_Consumable' },
  half: { name: 'Half and half', patient_share: 50 },
}

/** Returns a device with these visits and the masters above. */
function deviceWith(visits: readonly VisitRow[] = []): LocalRecords {
  const nothing = async () => undefined
  return {
    findStudy: nothing,
    findReports: async () => [],
    findDoctor: async (id) => ({ id, name: `Dr. ${id}` }) as never,
    findTags: async () => [{ id: 'urgent', rev: 1, name: 'Urgent', color: '#f00', type: 'Normal' }],
    findDocumentTag: nothing,
    findNotifications: async () => [],
    findFileType: nothing,
    findVisit: async (id) => visits.find((visit) => visit.id === id),
    findReceipts: async () => [],
    findPatient: async () =>
      ({ pat_id: 'P000001', fname: 'Asha', lname: 'Kamat', allergies: ['Latex'] }) as never,
    findBranch: async () => ({ name: 'Andheri' }) as never,
    findPerson: async (id) => ({ id, name: `Person ${id}` }) as never,
    findDeviceName: async () => 'Front desk 2',
    findMaster: async (_key, id) => MASTERS[id],
  }
}

const service = (id: string, service_id: string, charges: number, discount = 0) => ({
  id,
  service_id,
  charges,
  discount,
})

function booking(more: Partial<BookingInput> = {}): BookingInput {
  return {
    id: 'visit',
    is_radiology: 1,
    branch_id: 'andheri',
    patient_id: 'asha',
    discount_head_id: null,
    ref_dr_scheme_id: 'half',
    ref_dr_scheme_type: 'Doctor',
    start_dt: '2026-11-22T06:00:00.000Z',
    end_dt: '2026-11-22T06:20:00.000Z',
    tag_id: 'urgent',
    package_id: null,
    departments: [
      {
        id: 'mri',
        ref_hospital_id: null,
        ref_dr_id: 'bhat',
        other_ref_dr_ids: null,
        machines: [
          {
            id: 'slot',
            machine_id: 'mri-1',
            start_dt: '2026-11-22T06:00:00.000Z',
            end_dt: '2026-11-22T06:20:00.000Z',
            services: [service('a', 'knee', 7000.1, 700.1), service('b', 'film', 50.25)],
          },
        ],
      },
    ],
    ...more,
  }
}

const changeOf = ([patch]: readonly Patch[]) => patch?.change as Partial<VisitRow>
async function bookedHere(more: Partial<BookingInput> = {}): Promise<VisitRow> {
  return changeOf(await visitEffects['appt/save'].patches(booking(more), deviceWith(), AUTHOR)) as VisitRow
}

test('a new booking is a complete visit at once, with a number that names the device', async () => {
  const visit = await bookedHere({ provisional_no: 'FD2-1121-143000A' })
  expect(visit).toMatchObject({
    rev: 0,
    visit_no: 'FD2-1121-143000A',
    status: 1,
    name: 'Asha Kamat',
    allergies: 'Latex',
    branch: 'Andheri',
    tag: 'Urgent',
    ref_dr: 'Person bhat',
    patient_share: 50,
    charges: 7050.35,
    discount: 700.1,
    net_charges: 6350.25,
    balance: 6350.25,
    payment_status: 'Pending',
    end_dt: '2026-11-22T07:00:00.000Z',
  })
  expect(
    visit.services.map(({ name, machine, modality, start_dt, status }) => [
      name,
      machine,
      modality,
      start_dt,
      status,
    ]),
  ).toEqual([
    ['MRI Knee', 'MRI 1', 'MR', '2026-11-22T06:00:00.000Z', 1],
    ['Film', 'MRI 1', 'MR', '2026-11-22T06:30:00.000Z', 1],
  ])
  expect((await bookedHere()).visit_no).toBe('New')
})

test('a moved booking is Rescheduled and keeps its payments', async () => {
  const before = { ...(await bookedHere()), status: 2, paid: 1000, rev: 4 } as VisitRow
  const moved = structuredClone(booking())
  moved.departments[0]!.machines[0]!.start_dt = '2026-11-22T08:00:00.000Z'
  const change = changeOf(await visitEffects['appt/save'].patches(moved, deviceWith([before]), AUTHOR))
  expect(change).toMatchObject({ status: 3, start_dt: '2026-11-22T08:00:00.000Z', balance: 5350.25 })
  expect(change).not.toHaveProperty('visit_no')
})

test('confirm and start change a visit like the server; a second start changes nothing', async () => {
  const booked = await bookedHere()
  const confirm = visitEffects['appt/confirmAppointment']
  const confirmed = changeOf(await confirm.patches({ appt_id: 'visit' }, deviceWith([booked]), AUTHOR))
  expect(confirmed).toMatchObject({ status: 2, services: [{ status: 2 }, { status: 2 }] })
  const start = visitEffects['appt/startVisit']
  const started = changeOf(await start.patches({ appt_id: 'visit' }, deviceWith([booked]), AUTHOR))
  expect(started).toMatchObject({
    status: 5,
    started_on: AUTHOR.at,
    services: [{ status: 5 }, { status: 4 }],
  })
  const again = deviceWith([{ ...booked, ...started }])
  expect(changeOf(await start.patches({ appt_id: 'visit' }, again, AUTHOR))).toEqual({})
})

test('a scan sets its times and the visit’s status; a cancelled scan is left out of the totals', async () => {
  const booked = await bookedHere()
  const start = visitEffects['appt/startVisit']
  const started = {
    ...booked,
    ...changeOf(await start.patches({ appt_id: 'visit' }, deviceWith([booked]), AUTHOR)),
  }
  const set = async (status: 6 | 12) =>
    changeOf(
      await visitEffects['appt/changeServiceStatus'].patches(
        { id: 'a', appt_id: 'visit', status },
        deviceWith([started]),
        AUTHOR,
      ),
    )
  const scanning = await set(6)
  expect(scanning.status).toBe(6)
  expect(scanning.services?.[0]).toMatchObject({
    exm_start_dt: AUTHOR.at,
    exm_end_dt: '2026-11-21T09:30:00.000Z',
  })
  expect(await set(12)).toMatchObject({ status: 4, net_charges: 50.25 })
})

test('a tag belongs to the visit or to one service, doctors to one service', async () => {
  const device = deviceWith([await bookedHere()])
  const tag = visitEffects['appt/assignTag']
  expect(changeOf(await tag.patches({ id: 'visit', tag_id: null }, device, AUTHOR))).toEqual({
    tag_id: null,
    tag: '',
    tag_color: '',
  })
  const ofService = changeOf(
    await tag.patches({ id: 'visit', tag_id: 'urgent', service_id: 'b' }, device, AUTHOR),
  )
  expect(ofService.services?.map((one) => one.tag)).toEqual(['', 'Urgent'])
  const input = { id: 'a', appt_id: 'visit', assigned_doctor_id: 'iyer', signed_by_doctor_id: null }
  const doctors = changeOf(await visitEffects['appt/assignRadiologyDoctor'].patches(input, device, AUTHOR))
  expect(doctors.services?.[0]).toMatchObject({ assigned_doctor: 'Dr. iyer', signed_by_doctor: '' })
})
