import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { formatDay } from '#domain/time/formats.ts'
import { addDays, dayAt, startOfDay } from '#domain/time/zones.ts'
import { DEMO_ROLES } from '#server/features/demo/centre/roles.ts'
import { type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin } from '../look-inside.ts'
import { fates, lookAtDue, noticesOf, setTemplates } from '../notices/notice-fixture.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { putPatient } from '../patients/patient-fixture.ts'
import { putStudy, save } from '../reports/report-fixture.ts'
import { setSettings } from '../sharing/share-fixture.ts'
import { booked, bookingOf, DAY_MS, openAllDay, openBookingFixture } from '../visit-desk/booking-fixture.ts'

let server: DemoServer
let mehta: ApiUser
let desk: ApiUser
let admin: ApiUser
let sink: MailSink
let gateway: MessageGateway

const ZONE = 'Asia/Kolkata'
const HOUR_MS = 3_600_000
const TODAY = dayAt(NOW, ZONE)
/** Returns 09:00 at the branch, so many days from now. */
const morning = (inDays: number) => new Date(startOfDay(addDays(TODAY, inDays), ZONE).getTime() + 9 * HOUR_MS)

beforeAll(async () => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await openDemo()
  await askAdmin(
    server,
    `update role set modules = array_append(modules, 'merge_patients')
     where id = $1 and not 'merge_patients' = any(modules)`,
    [DEMO_ROLES.administrator],
  )
  // Runs before a mail server is configured: with one, an administrator needs a code.
  admin = await server.signIn('admin.sanjeevani')
  await openAllDay(server)
  await setSettings(server, {
    smtp_host: '127.0.0.1',
    smtp_port: sink.port,
    smtp_sender_name: 'Sanjeevani',
    smtp_sender_email: 'desk@sanjeevani.example',
    sms_url: `${gateway.url}/sms`,
    sms_sender: 'SANJVN',
  })
  mehta = await server.signIn('dr.mehta')
  desk = await server.signIn('reception.andheri')
})
afterAll(async () => {
  await server.close()
  await sink.close()
  await gateway.close()
})
beforeEach(async () => {
  server.clock.now = NOW
  gateway.asked.length = 0
  sink.letters.length = 0
  await setTemplates(server, {
    Follow_Up_Due: { email: true, text: 'Follow-up: %SERVICE% on %DUE_DATE% for %NAME%' },
  })
})

const newPatient = (change: Record<string, unknown> = {}) =>
  putPatient(desk, { email: `${mintId()}@mail.example`, ...change })

async function putSigned(patient: string): Promise<string> {
  const study = await putStudy(server)
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [study, patient])
  expect((await save(mehta, study, { status: 'Signed' })).status).toBe(200)
  return study
}

/** Saves a follow-up of the knee that is due so many days from now. */
async function set(study: string, inDays: number): Promise<FollowUpRow> {
  const day = addDays(TODAY, inDays)
  const answer = await mehta.post('study/setFollowUp', {
    id: followUpIdOf(study, 'MR', ['knee']),
    study_id: study,
    modality: 'MR',
    regions: ['knee'],
    what: 'MRI knee for the suspicious lesion',
    after: `${inDays} days`,
    words: 'MRI knee for the suspicious lesion.',
    due_on: day,
    due_to: day,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.result.follow_up
}

const close = (row: FollowUpRow, reason: string) =>
  desk.post('study/closeFollowUp', { id: row.id, rev: row.rev, reason, note: '' })

/** Returns the reminders of a follow-up: planned day, way, state and reason; for a message its own state. */
const remindersOf = async (id: string, event = 'Follow_Up_Due'): Promise<string[]> =>
  (
    await askAdmin<{ fate: string }>(
      server,
      `select concat_ws(' ', n.version, n.channel, coalesce(m.state, n.state), nullif(n.reason, '')) as fate
       from patient_notice n left join message m on m.client_id = n.client_id and m.id = n.message_id
       where n.record_id = $1 and n.event = $2 order by n.version, n.channel`,
      [id, event],
    )
  ).map(({ fate }) => fate)

async function lookAt(moment: Date): Promise<void> {
  server.clock.now = moment
  await lookAtDue(server)
  server.clock.now = NOW
}

const until = (id: string, wanted: string[]) =>
  expect.poll(() => remindersOf(id), { timeout: 20_000, interval: 200 }).toEqual(wanted)

const day = (inDays: number) => addDays(TODAY, inDays)

test('a follow-up is planned when set; a week before its day its patient gets one message, which names no finding', async () => {
  const { id: patient, email, fname, lname } = await newPatient()
  const row = await set(await putSigned(patient), 30)
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Planned`])
  await lookAt(morning(22))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Planned`])
  await lookAt(morning(23))
  await until(row.id, [`${day(30)} E Sent`])
  await lookAt(morning(24))
  expect(sink.letters).toHaveLength(1)
  expect(sink.letters[0]).toMatchObject({ to: [email] })
  const [message] = await askAdmin<{ patient_id: string }>(
    server,
    'select m.patient_id from message m join patient_notice n on n.message_id = m.id where n.record_id = $1',
    [row.id],
  )
  expect(message?.patient_id).toBe(patient)
  const letter = JSON.stringify(sink.letters[0])
  expect(letter).toContain(`MRI knee on ${formatDay(day(30))} for ${fname} ${lname}`)
  expect(letter).not.toContain('lesion')
})

test('a follow-up set twice is planned once; another day moves it, and the same day again is announced once', async () => {
  const study = await putSigned((await newPatient()).id)
  const row = await set(study, 60)
  await set(study, 60)
  await set(study, 40)
  expect(await remindersOf(row.id)).toEqual([`${day(40)} E Planned`, `${day(60)} E Recalled moved`])
  await lookAt(morning(33))
  await until(row.id, [`${day(40)} E Sent`, `${day(60)} E Recalled moved`])
  await lookAt(morning(53))
  expect(sink.letters).toHaveLength(1)
})

test('a closed follow-up is withdrawn and never sent; reopened it is planned again', async () => {
  const row = await set(await putSigned((await newPatient()).id), 30)
  const closed = (await close(row, 'Declined')).body.result.follow_up
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Recalled closed`])
  await lookAt(morning(23))
  expect(sink.letters).toEqual([])
  expect((await desk.post('study/reopenFollowUp', { id: row.id, rev: closed.rev })).status).toBe(200)
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Planned`])
  await lookAt(morning(23))
  await until(row.id, [`${day(30)} E Sent`])
})

test('a follow-up closed without the plan is noticed before it is sent', async () => {
  const row = await set(await putSigned((await newPatient()).id), 30)
  await askAdmin(server, "update follow_up set close_reason = 'Declined', closed_on = now() where id = $1", [
    row.id,
  ])
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Recalled closed`])
})

/** Gives the study the person's number and name in its header, and no link. */
async function unlink(
  study: string,
  { pat_id, fname, lname }: { pat_id: string; fname: string; lname: string },
) {
  await askAdmin(
    server,
    "update study set patient_id = null, pat_id = $2, pat_name = $3, pat_birthdate = null, pat_sex = '' where id = $1",
    [study, pat_id, `${fname} ${lname}`],
  )
}

test('a reminder of an unlinked study waits for the link, and is dropped after its day', async () => {
  const patient = await newPatient()
  const study = await putSigned(patient.id)
  const row = await set(study, 30)
  await unlink(study, patient)
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Planned`])
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [study, patient.id])
  await lookAt(morning(24))
  await until(row.id, [`${day(30)} E Sent`])
  const other = await putSigned(patient.id)
  const later = await set(other, 40)
  await unlink(other, patient)
  await lookAt(morning(41))
  expect(await remindersOf(later.id)).toEqual([`${day(40)} E Recalled gone`])
  expect(sink.letters).toHaveLength(1)
})

test('a patient reported dead by a follow-up of an unlinked study gets no message', async () => {
  const patient = await newPatient()
  const study = await putSigned(patient.id)
  const first = await set(study, 20)
  await close(first, 'Died')
  await unlink(study, patient)
  const row = await set(await putSigned(patient.id), 30)
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Recalled died`])
})

test('a mistyped number marks nobody else as dead', async () => {
  const [living, other] = [await newPatient(), await newPatient()]
  const study = await putSigned(other.id)
  const first = await set(study, 20)
  await unlink(study, living)
  await askAdmin(server, "update study set pat_name = 'SOMEBODY^ELSE' where id = $1", [study])
  await close(first, 'Died')
  const row = await set(await putSigned(living.id), 30)
  await lookAt(morning(23))
  await until(row.id, [`${day(30)} E Sent`])
})

test('a patient reported dead by mistake gets all reminders again', async () => {
  const { id: patient } = await newPatient()
  const [first, second] = [await set(await putSigned(patient), 30), await set(await putSigned(patient), 40)]
  const declined = await set(await putSigned(patient), 50)
  await close(declined, 'Declined')
  const closed = (await close(first, 'Died')).body.result.follow_up
  expect((await desk.post('study/reopenFollowUp', { id: first.id, rev: closed.rev })).status).toBe(200)
  expect(await remindersOf(first.id)).toEqual([`${day(30)} E Planned`])
  expect(await remindersOf(second.id)).toEqual([`${day(40)} E Planned`])
  expect(await remindersOf(declined.id)).toEqual([`${day(50)} E Recalled closed`])
  for (const inDays of [23, 33]) await lookAt(morning(inDays))
  await until(first.id, [`${day(30)} E Sent`])
  await until(second.id, [`${day(40)} E Sent`])
})

test('a matching study settles it: nothing is sent', async () => {
  const { id: patient } = await newPatient()
  const row = await set(await putSigned(patient), 30)
  const done = await putStudy(server)
  await askAdmin(
    server,
    "update study set patient_id = $2, modality = 'MR', study_desc = 'MRI Knee', study_datetime = $3 where id = $1",
    [done, patient, morning(20)],
  )
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Recalled answered`])
  expect(sink.letters).toEqual([])
})

test('a booking holds it back; once that is cancelled the patient is reminded after all', async () => {
  const { id: patient } = await newPatient()
  const row = await set(await putSigned(patient), 30)
  const bookings = { ...(await openBookingFixture(server)), patientId: patient }
  const visit = await booked(
    desk,
    bookingOf(bookings, { start: new Date(morning(28).getTime() + 2 * HOUR_MS) }),
  )
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Planned`])
  expect(sink.letters).toEqual([])
  const answer = await desk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit.id, reason: 'Ill' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await lookAt(morning(24))
  await until(row.id, [`${day(30)} E Sent`])
})

test('the patient’s refusal is respected, and so is a disabled template', async () => {
  const { id: patient } = await newPatient()
  await askAdmin(server, "update patient set tell_email = 'No' where id = $1", [patient])
  const row = await set(await putSigned(patient), 30)
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Not_Sent opted_out`])
  await setTemplates(server, { Follow_Up_Due: {} })
  const silent = await set(await putSigned((await newPatient()).id), 30)
  expect(await remindersOf(silent.id)).toEqual([])
  expect(sink.letters).toEqual([])
})

test('a patient who died gets no message, also for a follow-up set later', async () => {
  const { id: patient } = await newPatient()
  const first = await set(await putSigned(patient), 30)
  const second = await set(await putSigned(patient), 40)
  await close(first, 'Died')
  const third = await set(await putSigned(patient), 30)
  for (const inDays of [23, 33]) await lookAt(morning(inDays))
  expect(await remindersOf(first.id)).toEqual([`${day(30)} E Recalled closed`])
  expect(await remindersOf(second.id)).toEqual([`${day(40)} E Recalled closed`])
  expect(await remindersOf(third.id)).toEqual([`${day(30)} E Recalled died`])
  expect(sink.letters).toEqual([])
})

test('for merged records only the remaining one gets a message; a deleted one gets none', async () => {
  const [kept, merged, deleted] = [await newPatient(), await newPatient(), await newPatient()]
  const row = await set(await putSigned(merged.id), 30)
  const gone = await set(await putSigned(deleted.id), 30)
  const input = { id: mintId(), kept_id: kept.id, merged_id: merged.id, fields: [] }
  const answer = await admin.post(`${PHP}patient/merge`, input)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await askAdmin(server, 'update patient set hidden = now() where id = $1', [deleted.id])
  await lookAt(morning(23))
  await until(row.id, [`${day(30)} E Sent`])
  // Its record can be restored until the last day.
  expect(await remindersOf(gone.id)).toEqual([`${day(30)} E Planned`])
  await lookAt(morning(31))
  expect(await remindersOf(gone.id)).toEqual([`${day(30)} E Recalled gone`])
  expect(sink.letters.map(({ to }) => to)).toEqual([[kept.email]])
})

test('its result is shown at the visit of its study, and the desk can send it at once', async () => {
  const { id: patient } = await newPatient()
  const bookings = { ...(await openBookingFixture(server)), patientId: patient }
  const visit = await booked(desk, bookingOf(bookings, { start: new Date(NOW.getTime() + DAY_MS) }))
  const study = await putSigned(patient)
  await askAdmin(
    server,
    'update study set visit_service_id = (select id from visit_service where visit_id = $2 limit 1) where id = $1',
    [study, visit.id],
  )
  const row = await set(study, 60)
  expect(await fates(desk, visit.id)).toEqual(['Follow_Up_Due E Planned'])
  const [notice] = await noticesOf(desk, visit.id)
  server.clock.now = morning(0)
  expect((await desk.post('message/sendNotice', { id: notice?.id })).status).toBe(200)
  await until(row.id, [`${day(60)} E Sent`])
  // For a study without a visit the rights are those of the study.
  const other = await set(await putSigned(patient), 60)
  const [lone] = await askAdmin<{ id: string }>(
    server,
    'select id from patient_notice where record_id = $1',
    [other.id],
  )
  const kothrud = await server.signIn('reception.kothrud')
  expect((await kothrud.post('message/sendNotice', { id: lone?.id })).status).toBe(404)
})

test('a patient of a study without a branch is reminded in the centre’s name', async () => {
  const patient = await newPatient()
  const study = await putSigned(patient.id)
  await setTemplates(server, {
    Follow_Up_Due: { email: true, text: '%SERVICE% on %DUE_DATE% for %NAME%, %BRANCH_NAME%' },
  })
  const row = await set(study, 30)
  await askAdmin(server, 'update study set branch_id = null where id = $1', [study])
  // 09:00 by the centre's clock, which is not the clock of any branch.
  await lookAt(new Date(morning(24).getTime() + 6 * HOUR_MS))
  await until(row.id, [`${day(30)} E Sent`])
  expect(JSON.stringify(sink.letters[0])).toContain('Sanjeevani')
})

test('a deleted and restored follow-up is reminded after all; after its last day it is dropped', async () => {
  const patient = await newPatient()
  const [study, gone] = [await putSigned(patient.id), await putSigned(patient.id)]
  const [row, later] = [await set(study, 30), await set(gone, 30)]
  await askAdmin(server, 'update study set hidden = now() where id = any($1)', [[study, gone]])
  await lookAt(morning(23))
  expect(await remindersOf(row.id)).toEqual([`${day(30)} E Planned`])
  await askAdmin(server, 'update study set hidden = null where id = $1', [study])
  await lookAt(morning(24))
  await until(row.id, [`${day(30)} E Sent`])
  await lookAt(morning(31))
  expect(await remindersOf(later.id)).toEqual([`${day(30)} E Recalled gone`])
})

test('the reminder belongs to the current visit of its study', async () => {
  const { id: patient } = await newPatient()
  const study = await putSigned(patient)
  const row = await set(study, 60)
  const bookings = { ...(await openBookingFixture(server)), patientId: patient }
  const visit = await booked(desk, bookingOf(bookings, { start: new Date(NOW.getTime() + 2 * DAY_MS) }))
  expect(await fates(desk, visit.id, 'Follow_Up_Due')).toEqual([])
  const link = (visitId: string | null) =>
    askAdmin(
      server,
      'update study set visit_service_id = (select id from visit_service where visit_id = $2 limit 1) where id = $1',
      [study, visitId],
    )
  await link(visit.id)
  expect(await fates(desk, visit.id, 'Follow_Up_Due')).toEqual(['Follow_Up_Due E Planned'])
  const [notice] = await noticesOf(desk, visit.id)
  await link(null)
  expect(await fates(desk, visit.id, 'Follow_Up_Due')).toEqual([])
  expect(notice).toBeDefined()
  expect(await remindersOf(row.id)).toEqual([`${day(60)} E Planned`])
})

/** Saves the template of an event as the administrator does. */
async function saveTemplate(event: string, more: object): Promise<void> {
  const path = `client/getPatientNotificationTemplate/${event}`
  const { rev: _rev, ...stored } = (await admin.get(path)).body.result
  const answer = await admin.post('client/savePatientNotificationTemplate', { ...stored, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('a follow-up set before the template was enabled is reminded if its day is still to come', async () => {
  await askAdmin(server, 'delete from notification_template')
  const patient = await newPatient()
  const [ahead, closed, past, today] = [
    await set(await putSigned(patient.id), 30),
    await set(await putSigned(patient.id), 30),
    await set(await putSigned(patient.id), 30),
    await set(await putSigned(patient.id), 30),
  ]
  await close(closed, 'Declined')
  await askAdmin(server, 'update follow_up set due_on = $2, due_to = $2 where id = $1', [past.id, day(-1)])
  // The reminder would be sent tomorrow morning, after its last day has ended.
  await askAdmin(server, 'update follow_up set due_on = $2, due_to = $2 where id = $1', [today.id, day(0)])
  expect(await remindersOf(ahead.id)).toEqual([])
  await saveTemplate('Follow_Up_Due', { is_email_active: 1 })
  expect(await remindersOf(ahead.id)).toEqual([`${day(30)} E Planned`])
  expect(await remindersOf(closed.id)).toEqual([])
  expect(await remindersOf(past.id)).toEqual([])
  expect(await remindersOf(today.id)).toEqual([])
  // Saving once more, and with another way, does not plan anything twice.
  await saveTemplate('Follow_Up_Due', { is_email_active: 1, is_sms_active: 1 })
  expect(await remindersOf(ahead.id)).toEqual([`${day(30)} E Planned`, `${day(30)} S Planned`])
  await lookAt(morning(22))
  expect(await remindersOf(ahead.id)).toEqual([`${day(30)} E Planned`, `${day(30)} S Planned`])
  await saveTemplate('Follow_Up_Due', { is_email_active: 1, is_sms_active: 0 })
  await lookAt(morning(23))
  await until(ahead.id, [`${day(30)} E Sent`, `${day(30)} S Not_Sent switched_off`])
  // It was queued once more while the way was off, and was sent all the same; after the way is on again,
  // nobody is reminded twice.
  await saveTemplate('Follow_Up_Due', { is_email_active: 0 })
  const [sent] = await askAdmin<{ id: string }>(
    server,
    "select id from patient_notice where record_id = $1 and channel = 'E'",
    [ahead.id],
  )
  expect((await desk.post('message/sendNotice', { id: sent?.id })).status).toBe(200)
  await until(ahead.id, [`${day(30)} E Sent switched_off`, `${day(30)} S Not_Sent switched_off`])
  await saveTemplate('Follow_Up_Due', { is_email_active: 1 })
  expect(await remindersOf(ahead.id)).toContain(`${day(30)} E Sent switched_off`)
})

test('the referrer is reminded by the client’s own template, without the patient’s name', async () => {
  await setTemplates(server, {
    Follow_Up_Referrer: { email: true, text: '%REFERRER%: %SERVICE% of %PATIENT_ID% on %DUE_DATE%' },
  })
  const patient = await newPatient()
  const [bhat] = await askAdmin<{ id: string; email: string; name: string }>(
    server,
    "update app_user set email = 'bhat@mail.example' where username = 'ref.bhat' returning id, email, name",
  )
  const bookings = { ...(await openBookingFixture(server)), patientId: patient.id }
  const visit = await booked(desk, bookingOf(bookings, { start: new Date(NOW.getTime() + 3 * DAY_MS) }))
  await askAdmin(server, 'update visit set ref_dr_id = $2 where id = $1', [visit.id, bhat?.id])
  const study = await putSigned(patient.id)
  await askAdmin(
    server,
    'update study set visit_service_id = (select id from visit_service where visit_id = $2 limit 1) where id = $1',
    [study, visit.id],
  )
  const row = await set(study, 30)
  const lone = await set(await putSigned(patient.id), 30)
  const closed = await set(await putSigned(patient.id), 30)
  await close(closed, 'Declined')
  await lookAt(morning(23))
  const toReferrer = (id: string) => remindersOf(id, 'Follow_Up_Referrer')
  await expect.poll(() => toReferrer(row.id), { timeout: 20_000 }).toEqual([`${day(30)} E Sent`])
  expect(await toReferrer(lone.id)).toEqual([`${day(30)} E Not_Sent no_address`])
  expect(await toReferrer(closed.id)).toEqual([`${day(30)} E Recalled closed`])
  expect(await remindersOf(row.id)).toEqual([])
  const letters = sink.letters.filter(({ to }) => to.includes(bhat?.email ?? ''))
  expect(letters).toHaveLength(1)
  expect(sink.letters.flatMap(({ to }) => to)).not.toContain(patient.email)
  const letter = JSON.stringify(letters[0])
  expect(letter).toContain(`${bhat?.name}: MRI knee of ${patient.pat_id} on`)
})
