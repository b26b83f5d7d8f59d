import { describe, expect, test } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import { totalsOf } from '#src/sync/effects/booked-visit.ts'
import type { LocalRecords, Patch } from '#src/sync/effects/effect.ts'
import { visitEffects } from '#src/sync/effects/visit-effects.ts'

const AUTHOR = { userId: 'u', name: 'Pooja Sawant', at: '2026-11-21T09:00:00.000Z' }
const MASTERS: Record<string, Readonly<Record<string, unknown>>> = {
  mri: { name: 'MRI', slot_duration: 30 },
  'mri-1': { name: 'MRI 1', modality: 'MR' },
  usg: { name: 'Ultrasound', may_overlap: 1 },
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

const SLOT = '2026-11-22T06:00:00.000Z'
type Slot = BookingInput['departments'][number]['machines'][number]

/** Returns a booking with one slot, changed. */
function slotted(
  slot: Partial<Slot>,
  department: Partial<BookingInput['departments'][number]> = {},
): BookingInput {
  const [first] = booking().departments
  const [machine] = first!.machines
  return booking({ departments: [{ ...first!, ...department, machines: [{ ...machine!, ...slot }] }] })
}

async function savedFrom(input: BookingInput, before?: VisitRow): Promise<VisitRow> {
  const device = deviceWith(before ? [before] : [])
  return changeOf(await visitEffects['appt/save'].patches(input, device, AUTHOR)) as VisitRow
}

test('a slot blocks its machine unless the department allows overlaps or nothing in it is live', async () => {
  const blocks = async (input: BookingInput, before?: VisitRow) =>
    (await savedFrom(input, before)).machines[0]?.blocks
  expect(await blocks(booking())).toBe(1)
  expect(await blocks(slotted({}, { id: 'usg' }))).toBe(0)
  expect(await blocks(slotted({ services: [] }))).toBe(0)
})

test('a slot booked over another visit stays marked until its machine, doctor or start changes', async () => {
  const booked = await bookedHere()
  const before = { ...booked, machines: booked.machines.map((one) => ({ ...one, blocks: 0 as const })) }
  const blocks = async (slot: Partial<Slot>) => (await savedFrom(slotted(slot), before)).machines[0]?.blocks
  expect(await blocks({})).toBe(0)
  expect(await blocks({ start_dt: '2026-11-22T11:30:00.000+05:30' })).toBe(0)
  expect(await blocks({ start_dt: '2026-11-22T06:10:00.000Z' })).toBe(1)
  expect(await blocks({ machine_id: 'mri-2' })).toBe(1)
  expect(await blocks({ doctor_id: 'bhat' })).toBe(1)
  expect(await blocks({ id: 'other' })).toBe(1)
  // One that blocked goes on doing so.
  expect((await savedFrom(booking(), booked)).machines[0]?.blocks).toBe(1)
})

test('a department without a slot length has twenty minutes for each service, and an empty slot has one slot length', async () => {
  const visit = await savedFrom(slotted({}, { id: 'unknown' }))
  expect(visit.services.map(({ start_dt, end_dt }) => [start_dt, end_dt])).toEqual([
    [SLOT, '2026-11-22T06:20:00.000Z'],
    ['2026-11-22T06:20:00.000Z', '2026-11-22T06:40:00.000Z'],
  ])
  expect((await savedFrom(slotted({ services: [] }))).machines[0]?.end_dt).toBe('2026-11-22T06:30:00.000Z')
})

test('each field of a new service comes from its master, or is empty', async () => {
  const [knee, film] = (await bookedHere()).services
  expect(knee).toEqual({
    id: 'a',
    service_id: 'knee',
    name: 'MRI Knee',
    code: 'MR-KNEE',
    modality: 'MR',
    status: 1,
    type: 'Exam_Service',
    islaboratory: 0,
    lab_services: [],
    lab_sent_on: null,
    accession_no: '',
    is_sent_to_machine: 0,
    exm_start_dt: null,
    exm_end_dt: null,
    is_bring_next: 'N',
    study_id: null,
    report_status: '',
    assigned_doctor_id: null,
    assigned_doctor: '',
    signed_by_doctor_id: null,
    signed_by_doctor: '',
    tag_id: null,
    tag: '',
    tag_color: '',
    department_id: 'mri',
    department: 'MRI',
    appt_machine_id: 'slot',
    machine_id: 'mri-1',
    machine: 'MRI 1',
    referred_by_hospital: '',
    referred_by_dr: 'Person bhat',
    charges: 7000.1,
    discount: 700.1,
    net_charges: 6300,
    start_dt: SLOT,
    end_dt: '2026-11-22T06:30:00.000Z',
  })
  expect(film?.type).toBe('Exam_Consumable')
  const numbered = { ...service('a', 'knee', 1), provisional_accession: 'FD2-7' }
  expect((await savedFrom(slotted({ services: [numbered] }))).services[0]?.accession_no).toBe('FD2-7')
  expect((await savedFrom(slotted({ services: [service('a', 'unknown', 1)] }))).services[0]).toMatchObject({
    name: '',
    code: '',
    type: 'Exam_Service',
  })
})

test('each field of a new visit’s header comes from patient, branch and author', async () => {
  expect(await bookedHere()).toMatchObject({
    id: 'visit',
    branch_id: 'andheri',
    is_radiology: 1,
    started_on: null,
    patient_id: 'asha',
    pat_id: 'P000001',
    gender: '',
    dob: null,
    mobile: '',
    email: '',
    is_vip: 0,
    invoice_version: 1,
    flags: [],
    ipno: '',
    bedno: '',
    cancel_reason: '',
    created: AUTHOR.at,
    created_by_id: 'u',
    created_by: 'Pooja Sawant',
    tag_id: 'urgent',
    tag_color: '#f00',
    package_id: null,
    package: '',
    discount_head_id: null,
    ref_dr_scheme: 'Half and half',
    ref_dr_scheme_type: 'Doctor',
    ref_hospital_id: null,
    ref_hospital: '',
    ref_dr_id: 'bhat',
    other_ref_dr_ids: [],
    paid: 0,
  })
})

test('the patient’s share comes from the scheme, is 100 without one, and changes only with the scheme', async () => {
  const without = { ref_dr_scheme_id: null }
  expect(await savedFrom(booking(without))).toMatchObject({
    patient_share: 100,
    ref_dr_scheme: '',
    ref_dr_scheme_type: '',
  })
  const before = { ...(await bookedHere()), patient_share: 70 }
  expect((await savedFrom(booking(), before)).patient_share).toBe(70)
  expect((await savedFrom(booking(without), before)).patient_share).toBe(100)
})

test('the referrer of the visit is read from the first department that names a doctor or a hospital', async () => {
  const [first] = booking().departments
  const nobody = { ...first!, ref_dr_id: null, machines: [] }
  const hospital = { ...first!, ref_dr_id: null, ref_hospital_id: 'city', other_ref_dr_ids: 'x,y' }
  const other = { ...nobody, other_ref_dr_ids: 'y,z' }
  const visit = await savedFrom(booking({ departments: [other, hospital] }))
  expect(visit).toMatchObject({
    ref_dr_id: null,
    ref_dr: '',
    ref_hospital_id: 'city',
    ref_hospital: 'Person city',
    other_ref_dr_ids: ['y', 'z', 'x'],
  })
  expect(visit.services[0]).toMatchObject({ referred_by_hospital: 'Person city', referred_by_dr: '' })
})

test('an edit keeps cancelled services out of the slots and the totals, and the state of started ones', async () => {
  const booked = await bookedHere()
  const [knee, film] = booked.services
  const before = {
    ...booked,
    status: 6 as const,
    services: [
      { ...knee!, status: 6 as const, study_id: 'study' },
      { ...film!, status: 12 as const },
    ],
  }
  const after = await savedFrom(booking(), before)
  expect(after).toMatchObject({ status: 6, charges: 7000.1, end_dt: '2026-11-22T06:30:00.000Z' })
  expect(after.services.map(({ id, status, study_id }) => [id, status, study_id])).toEqual([
    ['a', 6, 'study'],
    ['b', 12, null],
  ])
  // A service that is added to a visit in progress is ready at once.
  const more = slotted({ services: [service('a', 'knee', 1), service('c', 'knee', 1)] })
  expect((await savedFrom(more, before)).services.map(({ id, status }) => [id, status])).toEqual([
    ['a', 6],
    ['c', 5],
    ['b', 12],
  ])
})

test('a cancelled service stays cancelled when its visit is confirmed or started', async () => {
  const booked = await bookedHere()
  const [knee, film] = booked.services
  const visit = { ...booked, services: [{ ...knee!, status: 12 as const }, film!] }
  const confirm = visitEffects['appt/confirmAppointment']
  const after = changeOf(await confirm.patches({ appt_id: 'visit' }, deviceWith([visit]), AUTHOR))
  expect(after.services?.map(({ status }) => status)).toEqual([12, 2])
  // Nothing is confirmed twice.
  expect(
    changeOf(await confirm.patches({ appt_id: 'visit' }, deviceWith([{ ...visit, status: 2 }]), AUTHOR)),
  ).toEqual({})
})

test('a start prints the invoice number that the desk assigned, and completes a clinical visit', async () => {
  const booked = await bookedHere()
  const start = { appt_id: 'visit', invoice_provisional_no: 'FD2-I' }
  expect(
    changeOf(await visitEffects['appt/startVisit'].patches(start, deviceWith([booked]), AUTHOR)),
  ).toMatchObject({ invoice_provisional_no: 'FD2-I' })
  const clinical = { ...booked, is_radiology: 0 as const }
  const started = changeOf(
    await visitEffects['appt/startVisit'].patches({ appt_id: 'visit' }, deviceWith([clinical]), AUTHOR),
  )
  expect(started).toMatchObject({ status: 4, services: [{ status: 4 }, { status: 4 }] })
  const complete = visitEffects['appt/completeAppointment']
  expect(changeOf(await complete.patches({ appt_id: 'visit' }, deviceWith([clinical]), AUTHOR))).toEqual({
    status: 11,
  })
  expect(complete.record({ appt_id: 'visit' })).toEqual({ type: 'visit', id: 'visit' })
  expect(await complete.patches({ appt_id: 'other' }, deviceWith([clinical]), AUTHOR)).toEqual([])
})

describe('the progress of an examination', () => {
  const set = visitEffects['appt/changeServiceStatus']
  const progress = async (status: 5 | 6 | 7 | 12, part: Partial<VisitRow['services'][number]> = {}) => {
    const booked = await bookedHere()
    const services = booked.services.map((one) => ({
      ...one,
      status: 5 as const,
      ...(one.id === 'a' && part),
    }))
    const visit = { ...booked, status: 5 as const, services }
    return changeOf(await set.patches({ id: 'a', appt_id: 'visit', status }, deviceWith([visit]), AUTHOR))
  }

  test('removes the mark "next" once the scan runs, is done or is cancelled', async () => {
    const marks = [5, 6, 7, 12] as const
    const after = await Promise.all(marks.map((status) => progress(status, { is_bring_next: 'Y' })))
    expect(after.map(({ services }) => services?.[0]?.is_bring_next)).toEqual(['Y', 'N', 'N', 'N'])
  })

  test('removes the times of a scan that returns to ready; a completed scan keeps them', async () => {
    const times = { exm_start_dt: SLOT, exm_end_dt: SLOT }
    expect((await progress(5, times)).services?.[0]).toMatchObject({ exm_start_dt: null, exm_end_dt: null })
    expect((await progress(7, times)).services?.[0]).toMatchObject({ ...times, status: 7 })
    expect((await progress(7, times)).status).toBe(7)
  })

  test('plans twenty minutes if the department is unknown', async () => {
    for (const department_id of ['unknown', null])
      expect((await progress(6, { department_id })).services?.[0]?.exm_end_dt).toBe(
        '2026-11-21T09:20:00.000Z',
      )
  })

  test('follows the reports of the visit', async () => {
    expect((await progress(7, { report_status: 'Draft' })).status).toBe(8)
    expect((await progress(7, { report_status: 'Signed' })).status).toBe(9)
  })

  test('changes nothing for a service or visit without a copy', async () => {
    const device = deviceWith([await bookedHere()])
    expect(await set.patches({ id: 'x', appt_id: 'visit', status: 6 }, device, AUTHOR)).toEqual([])
    expect(await set.patches({ id: 'a', appt_id: 'other', status: 6 }, device, AUTHOR)).toEqual([])
  })
})

test('a doctor who is not in the list of doctors is named from the list of people', async () => {
  const device = { ...deviceWith([await bookedHere()]), findDoctor: async () => undefined }
  const input = { id: 'a', appt_id: 'visit', assigned_doctor_id: null, signed_by_doctor_id: 'iyer' }
  const doctors = changeOf(await visitEffects['appt/assignRadiologyDoctor'].patches(input, device, AUTHOR))
  expect(doctors.services?.map((one) => one.signed_by_doctor)).toEqual(['Person iyer', ''])
})

test('services without amounts count as zero', () => {
  const bare = { status: 5 } as VisitRow['services'][number]
  expect(totalsOf([bare], { before: undefined, decimals: 2 })).toMatchObject({
    charges: 0,
    discount: 0,
    net_charges: 0,
    paid: 0,
  })
})
