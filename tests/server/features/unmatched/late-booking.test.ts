import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineIdOf, serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { unlinkedWith } from '#server/features/unmatched/public/link-arrived.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { feedOf, putStudy } from '../reports/report-fixture.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  openBookingFixture,
  save,
  type Wish,
} from '../visit-desk/booking-fixture.ts'
import { arrive } from './link-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let front: BookingFixture
let patId: string
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('reception.andheri')
  front = await openBookingFixture(server)
  const [patient] = await askAdmin<{ pat_id: string }>(server, 'select pat_id from patient where id = $1', [
    front.patientId,
  ])
  patId = patient?.pat_id ?? ''
})
afterAll(() => server.close())

/** Returns a booking that a desk made offline, with the number that it gave the machine. */
function lateBooking(accession: string, wish: Wish = {}) {
  const booking = bookingOf(front, wish)
  const [service] = booking.departments[0]?.machines[0]?.services ?? []
  if (service) service.provisional_accession = accession
  return booking
}
const serviceOfStudy = async (id: string) => {
  const [study] = await askAdmin<{ visit_service_id: string | null }>(
    server,
    'select visit_service_id from study where id = $1',
    [id],
  )
  return study?.visit_service_id
}

test('a study that arrived before its booking is linked once the desk is online again, and everybody is notified', async () => {
  const study = await arrive(server, { patId, accession: 'FD1-LATE-1' })
  expect(study.visit_service_id).toBeNull()
  const tag_id = tagIdOf(CLIENT, 'Urgent')
  const visit = await booked(clerk, lateBooking('FD1-LATE-1', { more: { tag_id } }))
  expect(visit.services).toMatchObject([{ study_id: study.id, report_status: 'Pending' }])
  const [row] = await askAdmin(server, 'select * from study where id = $1', [study.id])
  expect(row).toMatchObject({
    visit_service_id: visit.services[0].id,
    patient_id: front.patientId,
    payment_status: 'Pending',
    linked_by_id: null,
    tag_id,
  })
  expect((await feedOf(server, study.id)).at(-1)).toMatchObject({ rev: row?.rev, op: 'put' })
  expect(
    await askAdmin(server, `select detail from audit_trail where record_id = $1 and action = 'link'`, [
      study.id,
    ]),
  ).toEqual([{ detail: { service_id: visit.services[0].id, by: 'rule' } }])
})

test('of two studies with one service’s number the first is linked, and saving the visit links no other', async () => {
  const first = await arrive(server, { patId, accession: 'FD1-LATE-2' })
  const second = await arrive(server, { patId, accession: 'FD1-LATE-2' })
  const booking = lateBooking('FD1-LATE-2', { start: freeTime(60) })
  const visit = await booked(clerk, booking)
  expect([await serviceOfStudy(first.id), await serviceOfStudy(second.id)]).toEqual([
    visit.services[0].id,
    null,
  ])
  expect((await save(clerk, { ...booking, rev: visit.rev })).status).toBe(200)
  expect(await serviceOfStudy(second.id)).toBeNull()
})

test('a study unlinked by a person is not linked again by saving the booking, but by a person', async () => {
  const study = await arrive(server, { patId, accession: 'FD1-LATE-9' })
  const booking = lateBooking('FD1-LATE-9', { start: freeTime(90) })
  const visit = await booked(clerk, booking)
  const admin = await server.signIn('admin.sanjeevani')
  expect((await admin.post('study/unlinkFromVisit', { study_id: study.id })).status).toBe(200)
  expect((await save(clerk, { ...booking, rev: visit.rev })).status).toBe(200)
  expect(await serviceOfStudy(study.id)).toBeNull()
  const link = { study_id: study.id, service_id: visit.services[0].id, is_confirmed: 1 }
  expect((await admin.post('study/linkToVisit', link)).status).toBe(200)
  expect(await serviceOfStudy(study.id)).toBe(visit.services[0].id)
})

test('the number alone links nothing: a study of another person or branch waits for a person', async () => {
  const stranger = await arrive(server, { patId: 'NOBODY-1', accession: 'FD1-LATE-3' })
  const elsewhere = await putStudy(server, { branch: null })
  await askAdmin(server, 'update study set pat_id = $2, accession_no = $3 where id = $1', [
    elsewhere,
    patId,
    'FD1-LATE-3',
  ])
  const visit = await booked(clerk, lateBooking('FD1-LATE-3', { start: freeTime(120) }))
  expect(visit.services).toMatchObject([{ study_id: null }])
  expect([await serviceOfStudy(stranger.id), await serviceOfStudy(elsewhere)]).toEqual([null, null])
})

test('a hospital’s order converted after its images arrived finds them', async () => {
  const study = await arrive(server, { patId, accession: 'HIS-LATE-1' })
  const [request, department_id] = [crypto.randomUUID(), front.departments.get('CT') ?? '']
  await askAdmin(
    server,
    `insert into booking_request (client_id, id, source, status, branch_id, department_id, pat_first_name,
       pat_last_name, gender, patient_id, start_date, accession_no)
     values ($1, $2, 'HL7', 'Requested', $3, $4, 'Meera', 'Rao', 'Female', $5, $6, 'HIS-LATE-1')`,
    [CLIENT, request, ANDHERI, department_id, front.patientId, freeTime()],
  )
  const { body } = await clerk.post('hisbr/convertHisAppointment', {
    request_id: request,
    start_dt: freeTime().toISOString(),
    department_id,
    machine_id: machineIdOf(ANDHERI, 'CT 1'),
    service: serviceIdOf(SANJEEVANI, 'CT-BRN'),
  })
  expect(body.result.visit.services).toMatchObject([{ accession_no: 'HIS-LATE-1', study_id: study.id }])
})

test('the search among all studies uses the index of accession numbers', async () => {
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, accession_no, received_datetime)
     select $1, gen_random_uuid(), 'late.' || g, $2, 'PLAN' || g, now() - g * interval '1 minute'
     from generate_series(1, 20000) g`,
    [CLIENT, ANDHERI],
  )
  await askAdmin(server, 'analyze study')
  const plan = await server.db.database.tenant(CLIENT, async (tx) => {
    const numbers = ['PLAN17', 'PLAN4711', 'FD1-LATE-9']
    const query = unlinkedWith(tx, { client_id: CLIENT, branch_id: ANDHERI }, numbers).forUpdate().compile()
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...sql`x`.compile(tx),
      sql: `explain ${query.sql}`,
      parameters: query.parameters,
    })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('study_accession')
  expect(plan).not.toContain('Seq Scan')
})
