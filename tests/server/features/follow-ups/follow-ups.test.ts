import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { DEMO_ROLES } from '#server/features/demo/centre/roles.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { putPatient } from '../patients/patient-fixture.ts'
import { ANDHERI, putStudy, save } from '../reports/report-fixture.ts'
import { bookingOf, freeTime, openAllDay, openBookingFixture } from '../visit-desk/booking-fixture.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser
let desk: ApiUser
let kothrud: ApiUser
let admin: ApiUser
let referrer: ApiUser
let patientId: string

const TODAY = dayAt(NOW, 'Asia/Kolkata')
const DAY_MS = 86_400_000

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `update role set modules = array_append(modules, 'merge_patients')
     where id = $1 and not 'merge_patients' = any(modules)`,
    [DEMO_ROLES.administrator],
  )
  await openAllDay(server)
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  desk = await server.signIn('reception.andheri')
  kothrud = await server.signIn('reception.kothrud')
  admin = await server.signIn('admin.sanjeevani')
  referrer = await server.signIn('ref.bhat')
  patientId = (await putPatient(desk)).id
})
afterAll(() => server.close())

interface Wish {
  patient?: string | null
  modality?: string
  regions?: readonly string[]
  inDays?: number
  more?: object
  isSigned?: boolean
}

/** Inserts a study with a signed report, before its follow-up is set. */
async function putSigned({ patient = patientId, isSigned = true }: Wish = {}): Promise<string> {
  const study = await putStudy(server)
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [study, patient])
  if (isSigned) expect((await save(mehta, study, { status: 'Signed' })).status).toBe(200)
  return study
}

function inputOf(study: string, wish: Wish = {}) {
  const { modality = 'MR', regions = ['knee'], inDays = 8, more = {} } = wish
  const due = addDays(TODAY, inDays)
  return {
    id: followUpIdOf(study, modality, regions),
    study_id: study,
    modality,
    regions,
    what: 'MRI knee',
    after: `${inDays} days`,
    words: 'MRI knee in a while.',
    due_on: due,
    due_to: due,
    ...more,
  }
}

const set = (who: ApiUser, study: string, wish: Wish = {}) =>
  who.post('study/setFollowUp', inputOf(study, wish))
const close = (who: ApiUser, row: { id: string; rev: number }, reason: string, note = '') =>
  who.post('study/closeFollowUp', { id: row.id, rev: row.rev, reason, note })
const ofStudy = async (who: ApiUser, study: string): Promise<FollowUpRow[]> =>
  (await who.get(`study/followUpsOf/${study}`)).body.result
const stateOf = async (study: string) => (await ofStudy(admin, study))[0]?.state
const list = async (who: ApiUser, query: Record<string, string> = {}) =>
  (await who.get('study/followUps', { ps: '1000', ...query })).body.result as {
    data: FollowUpRow[]
    page: { total_records: number }
    counts: Record<string, number>
  }

interface Arrived {
  patient?: string | null
  patId?: string
  name?: string
  modality?: string
  desc?: string
  inDays?: number
}

/** Inserts another study, made so many days from now, as an image server and a link leave it. */
async function putLater({
  patient = patientId,
  patId = 'X-1',
  name = 'Nobody',
  modality = 'MR',
  desc = '',
  inDays = 6,
}: Arrived = {}) {
  const study = await putStudy(server)
  await askAdmin(
    server,
    'update study set patient_id = $2, pat_id = $3, pat_name = $4, modality = $5, study_desc = $6, study_datetime = $7 where id = $1',
    [study, patient, patId, name, modality, desc, new Date(NOW.getTime() + inDays * DAY_MS)],
  )
  return study
}
const actsOn = async (id: string) =>
  (await readAudit(server, CLIENT, 'follow_up'))
    .filter(({ record_id }) => record_id === id)
    .map(({ action }) => action)
const hide = (study: string) => askAdmin(server, 'update study set hidden = now() where id = $1', [study])

test('the signer sets it once: a repeat is the same record, an earlier day moves it', async () => {
  const study = await putSigned()
  const first = await set(mehta, study, { inDays: 90 })
  expect(first.body.result.follow_up).toMatchObject({
    rev: 1,
    state: 'Later',
    what: 'MRI knee',
    branch_id: ANDHERI,
  })
  expect((await set(mehta, study, { inDays: 90 })).body.result.follow_up.rev).toBe(1)
  const moved = await set(mehta, study)
  expect(moved.body.result.follow_up).toMatchObject({
    id: first.body.result.follow_up.id,
    rev: 2,
    state: 'Due',
  })
  expect(await ofStudy(desk, study)).toHaveLength(1)
  const acts = await actsOn(first.body.result.follow_up.id)
  expect(acts).toEqual(['set', 'move'])
})

test('a later day never replaces an earlier open follow-up; it replaces a done or closed one', async () => {
  const study = await putSigned({ patient: (await putPatient(desk)).id })
  const first = (await set(mehta, study)).body.result.follow_up
  const kept = await set(mehta, study, { inDays: 90 })
  expect(kept).toMatchObject({
    status: 200,
    body: { message: 'An earlier date is already set for this follow-up' },
  })
  expect(kept.body.result.follow_up).toMatchObject({ rev: 1, due_on: first.due_on, due_to: first.due_to })
  const range = { more: { due_to: addDays(TODAY, 40) } }
  expect((await set(mehta, study, range)).body.result.follow_up.due_to).toBe(first.due_to)
  expect(await actsOn(first.id)).toEqual(['set'])
  const closed = (await close(desk, first, 'Declined')).body.result.follow_up
  const anew = (await set(mehta, study, { inDays: 90 })).body.result.follow_up
  expect(anew).toMatchObject({ state: 'Later', rev: closed.rev + 1, close_reason: null })
  await putLater({ patient: anew.patient_id, inDays: 60 })
  expect(await stateOf(study)).toBe('Done')
  expect((await set(mehta, study, { inDays: 200 })).body.result.follow_up.state).toBe('Later')
})

test('invalid follow-ups are refused by field and rule', async () => {
  const study = await putSigned()
  const fields = async (more: object) => (await set(mehta, study, { more })).body.fields
  expect(await fields({ due_on: TODAY, due_to: TODAY })).toEqual({ due_on: expect.stringContaining('after') })
  expect(await fields({ due_to: addDays(TODAY, 1) })).toEqual({ due_to: expect.stringContaining('before') })
  expect(await fields({ due_to: addDays(TODAY, 5_000) })).toEqual({
    due_to: expect.stringContaining('ten years'),
  })
  expect(await fields({ id: mintId() })).toEqual({ id: expect.any(String) })
  expect(await fields({ modality: 'ECG' })).toHaveProperty('modality')
  const unsigned = await putSigned({ isSigned: false })
  expect((await set(mehta, unsigned)).body.message).toBe('A follow-up is set once the report is signed.')
  expect((await set(desk, study)).body.code).toBe('not_permitted')
  expect((await set(iyer, study)).body.code).toBe('not_found')
  expect(await ofStudy(admin, study)).toEqual([])
})

test('a follow-up delivered twice with its signature is set once; before its signature it waits', async () => {
  const study = await putSigned({ isSigned: false })
  const input = inputOf(study)
  const at = NOW.toISOString()
  const command = { id: mintId(), call: 'study/setFollowUp', version: 1, input, at, depends: [] as string[] }
  const send = async (commands: object[]) =>
    (await mehta.post('sync/commands', { device_id: mintId(), commands })).body.answers as {
      status: number
    }[]
  expect((await send([command]))[0]?.status).toBe(422)
  await save(mehta, study, { status: 'Signed' })
  expect((await send([command]))[0]?.status).toBe(200)
  expect((await send([command]))[0]?.status).toBe(200)
  expect(await ofStudy(admin, study)).toMatchObject([{ rev: 1 }])
})

test('a matching study settles it; an unlinked, hidden, early or different one does not', async () => {
  const study = await putSigned()
  await set(mehta, study)
  for (const other of [
    { modality: 'CT' },
    { desc: 'MRI Brain' },
    { inDays: 1 },
    { patient: (await putPatient(desk)).id },
    { patient: null },
  ])
    await putLater(other)
  expect(await stateOf(study)).toBe('Due')
  const done = await putLater({ modality: 'MR,SR', desc: 'MRI Knee left' })
  expect((await ofStudy(mehta, study))[0]).toMatchObject({ state: 'Done', done_study_id: done })
  await hide(done)
  expect(await stateOf(study)).toBe('Due')
  const again = await putLater({ desc: '' })
  expect(await stateOf(study)).toBe('Done')
  await askAdmin(server, 'update study set patient_id = null where id = $1', [again])
  expect(await stateOf(study)).toBe('Due')
})

test('unlinked studies match by number and name, and by the number of a merged record', async () => {
  const person = await putPatient(desk)
  const other = await putPatient(desk)
  const study = await putSigned({ patient: person.id })
  await askAdmin(server, 'update study set pat_name = $2, pat_id = $3 where id = $1', [
    study,
    'Kale^Asha',
    person.pat_id,
  ])
  await set(mehta, study)
  await putLater({ patient: null, patId: person.pat_id, name: 'Rao Meera' })
  await putLater({ patient: null, patId: other.pat_id, name: 'ASHA KALE' })
  expect(await stateOf(study)).toBe('Due')
  await admin.post(`${PHP}patient/merge`, {
    id: mintId(),
    kept_id: person.id,
    merged_id: other.id,
    fields: [],
  })
  expect(await stateOf(study)).toBe('Done')
})

test('a different sex prevents a match with an unlinked study, a title in the name does not', async () => {
  const study = await putSigned({ patient: null })
  const header = (id: string, values: string[]) =>
    askAdmin(server, 'update study set pat_name = $2, pat_id = $3, pat_sex = $4 where id = $1', [
      id,
      ...values,
    ])
  await header(study, ['Rao^Meera^^Mrs', 'ZZ-771', 'Female'])
  await set(mehta, study)
  await header(await putLater({ patient: null }), ['Rao^Meera^^Mrs', 'ZZ-771', 'Male'])
  expect(await stateOf(study)).toBe('Due')
  const same = await putLater({ patient: null })
  await header(same, ['Dr. Meéra Rao', 'ZZ-771', ''])
  expect((await ofStudy(admin, study))[0]).toMatchObject({ state: 'Done', done_study_id: same })
})

test('the numbers of all records merged into the person count, over any number of merges', async () => {
  const [a, b, c] = [await putPatient(desk), await putPatient(desk), await putPatient(desk)]
  const merge = async (kept: string, merged: string) => {
    const id = mintId()
    const done = await admin.post(`${PHP}patient/merge`, { id, kept_id: kept, merged_id: merged, fields: [] })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    return id
  }
  const study = await putSigned({ patient: c.id })
  await askAdmin(server, 'update study set pat_name = $2 where id = $1', [study, 'Kale^Asha'])
  await set(mehta, study)
  const done = await putLater({ patient: null, patId: a.pat_id, name: 'ASHA KALE' })
  const first = await merge(b.id, a.id)
  expect(await stateOf(study)).toBe('Due')
  await merge(c.id, b.id)
  expect((await ofStudy(admin, study))[0]).toMatchObject({ state: 'Done', done_study_id: done })
  // A study with the number of a merged record belongs to the kept record.
  const old = await putSigned({ patient: null })
  await askAdmin(server, 'update study set pat_name = $2, pat_id = $3 where id = $1', [
    old,
    `${a.fname} ${a.lname}`,
    a.pat_id,
  ])
  await set(mehta, old)
  expect((await ofStudy(admin, old))[0]).toMatchObject({ patient_id: c.id })
  await askAdmin(server, 'update patient_merge set undone_on = now() where id = $1', [first])
  expect(await stateOf(study)).toBe('Due')
})

test('a follow-up moves with its patient into a merge and back', async () => {
  const [kept, other] = [await putPatient(desk), await putPatient(desk)]
  const study = await putSigned({ patient: other.id })
  await set(mehta, study)
  await putLater({ patient: kept.id })
  expect(await stateOf(study)).toBe('Due')
  const id = mintId()
  await admin.post(`${PHP}patient/merge`, { id, kept_id: kept.id, merged_id: other.id, fields: [] })
  expect((await ofStudy(admin, study))[0]).toMatchObject({ state: 'Done', patient_id: kept.id })
  await admin.post(`${PHP}patient/unmerge`, { id })
  expect((await ofStudy(admin, study))[0]).toMatchObject({ state: 'Due', patient_id: other.id })
})

test('a booking settles it unless it is cancelled or missed', async () => {
  const booking = await openBookingFixture(server)
  const study = await putSigned({ patient: booking.patientId })
  await set(mehta, study)
  const visit = bookingOf(booking)
  expect((await desk.post(`${PHP}appt/save`, visit)).status).toBe(200)
  expect((await ofStudy(desk, study))[0]).toMatchObject({ state: 'Booked', visit_id: visit.id })
  expect((await ofStudy(iyer, study)).length).toBe(0)
  const startAt = (at: Date) =>
    askAdmin(server, 'update visit_service set start_dt = $2 where visit_id = $1', [visit.id, at])
  await askAdmin(server, "update follow_up set counts_from = '2020-01-01' where study_id = $1", [study])
  await startAt(new Date(NOW.getTime() - 20 * 3_600_000))
  expect(await stateOf(study)).toBe('Booked')
  await startAt(new Date(NOW.getTime() - 25 * 3_600_000))
  expect(await stateOf(study)).toBe('Due')
  // A started visit counts as booked for a week; after its examination is finished, for less than two days.
  const started = (status: number, days: number) =>
    Promise.all([
      askAdmin(server, 'update visit set status = 4 where id = $1', [visit.id]),
      askAdmin(server, 'update visit_service set status = $2 where visit_id = $1', [visit.id, status]),
      startAt(new Date(NOW.getTime() - days * DAY_MS)),
    ])
  await started(4, 6)
  expect(await stateOf(study)).toBe('Booked')
  await started(4, 8)
  expect(await stateOf(study)).toBe('Due')
  await started(7, 2)
  expect(await stateOf(study)).toBe('Due')
  await started(7, 0.5)
  expect(await stateOf(study)).toBe('Booked')
  await askAdmin(server, 'update visit set status = 1 where id = $1', [visit.id])
  await askAdmin(server, 'update visit_service set status = 1 where visit_id = $1', [visit.id])
  await startAt(freeTime())
  expect(await stateOf(study)).toBe('Booked')
  const cancelled = await desk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit.id, reason: 'Ill' })
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  expect(await stateOf(study)).toBe('Due')
})

test('a person closes it with a reason, once, with the current state shown, and may undo that; all of it is in the trail', async () => {
  const study = await putSigned()
  const { follow_up } = (await set(mehta, study)).body.result
  expect((await close(desk, follow_up, 'Other')).body.fields).toEqual({ note: expect.any(String) })
  expect((await close(desk, { ...follow_up, rev: 9 }, 'Declined')).body.code).toBe('conflict')
  expect((await close(kothrud, follow_up, 'Declined')).status).toBe(404)
  expect((await close(referrer, follow_up, 'Declined')).body.code).toBe('not_permitted')
  const closed = (await close(desk, follow_up, 'Declined', 'Asked twice')).body.result.follow_up
  expect(closed).toMatchObject({
    state: 'Closed',
    close_reason: 'Declined',
    close_note: 'Asked twice',
    rev: 2,
  })
  expect((await close(desk, closed, 'Declined')).status).toBe(422)
  const opened = (await desk.post('study/reopenFollowUp', { id: closed.id, rev: 2 })).body.result.follow_up
  expect(opened).toMatchObject({ state: 'Due', close_reason: null, rev: 3 })
  const acts = await actsOn(closed.id)
  expect(acts).toEqual(['set', 'close', 'reopen'])
})

test('a dead patient’s open follow-ups are closed, and done ones stay done', async () => {
  const person = await putPatient(desk)
  const ofPerson = [`${person.lname}^${person.fname}`, person.pat_id]
  const asPerson = (id: string) =>
    askAdmin(server, 'update study set pat_name = $2, pat_id = $3 where id = $1', [id, ...ofPerson])
  const linked = await putSigned({ patient: person.id })
  // It is not linked: it matches the person by number and name.
  const matched = await putSigned({ patient: null })
  const done = await putSigned({ patient: person.id })
  const other = await putSigned({ patient: null })
  for (const study of [linked, matched, done, other]) {
    if (study !== other) await asPerson(study)
    await set(mehta, study, study === done ? { modality: 'CT', regions: [] } : {})
  }
  await askAdmin(server, 'update study set pat_id = $2 where id = $1', [other, person.pat_id])
  await putLater({ patient: person.id, modality: 'CT' })
  const rowOf = async (study: string) => (await ofStudy(admin, study))[0]
  expect(await rowOf(done)).toMatchObject({ state: 'Done', rev: 1 })
  const row = await rowOf(linked)
  if (!row) throw new Error('the follow-up is not there')
  expect((await close(desk, row, 'Died')).status).toBe(200)
  for (const study of [linked, matched])
    expect(await rowOf(study)).toMatchObject({ state: 'Closed', close_reason: 'Died' })
  expect(await rowOf(done)).toMatchObject({ state: 'Done', rev: 1, close_reason: null })
  expect(await rowOf(other)).toMatchObject({ state: 'Due', rev: 1 })
  // No follow-up is open any more; the one that is named can be closed all the same.
  expect((await close(desk, { id: (await rowOf(done))?.id ?? '', rev: 1 }, 'Died')).status).toBe(200)
  expect(await rowOf(done)).toMatchObject({ state: 'Closed', rev: 2 })
})

test('a user with only the patient portal’s archive neither reads nor closes them', async () => {
  const study = await putSigned()
  const { follow_up } = (await set(mehta, study)).body.result
  const [role] = await askAdmin<{ id: number; modules: string[] }>(
    server,
    `select r.id, r.modules from role r join app_user u on u.role_id = r.id where u.username = 'tech.andheri'`,
  )
  const give = (modules: readonly string[]) =>
    askAdmin(server, 'update role set modules = $2 where id = $1', [role?.id, modules])
  await give(['view_patient_portal_archives'])
  const viewer = await server.signIn('tech.andheri')
  const answers = [
    await viewer.get('study/followUps'),
    await viewer.get('study/followUps/ALL'),
    await viewer.get(`study/followUpsOf/${study}`),
    await close(viewer, follow_up, 'Declined'),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('not_permitted'))
  for (const right of ['view_archives', 'view_all_dr_worklist', 'appointments']) {
    await give([right])
    expect(await ofStudy(await server.signIn('tech.andheri'), study), right).toHaveLength(1)
  }
  await give(role?.modules ?? [])
})

test('the list is filtered by branch, state, modality, days and words; its counts are those of the whole filter', async () => {
  const mark = `Zeta${Date.now()}`
  const rows = [{ inDays: 8 }, { inDays: 100 }, { inDays: 200, modality: 'CT', regions: ['chest'] }]
  for (const wish of rows) {
    const study = await putSigned()
    await askAdmin(server, 'update study set pat_name = $2 where id = $1', [study, mark])
    await set(mehta, study, wish)
  }
  const states = async (query: Record<string, string>) =>
    (await list(desk, { k: mark, ...query })).data.map(({ state, modality }) => `${state} ${modality}`)
  expect(await states({})).toEqual(['Due MR', 'Later MR', 'Later CT'])
  expect(await states({ state: 'Later', modality: 'CT' })).toEqual(['Later CT'])
  expect(await states({ from_date: addDays(TODAY, 50), to_date: addDays(TODAY, 100) })).toEqual(['Later MR'])
  const page = await list(desk, { k: mark, ps: '1', p: '2' })
  expect(page).toMatchObject({ page: { total_records: 3 }, counts: { Due: 1, Later: 2, Done: 0 } })
  expect(page.data.map(({ state }) => state)).toEqual(['Later'])
  expect((await list(desk, { k: mark, branch_id: mintId() })).data).toEqual([])
  expect((await list(kothrud, { k: mark })).data).toEqual([])
  expect((await referrer.get('study/followUps')).body.code).toBe('not_permitted')
  const file = await desk.get('study/followUps/ALL', { k: mark })
  expect(file.body.result).toHaveLength(3)
  // Closed ones are counted too, and are listed on their own page and on the page of all.
  const latest = (await list(desk, { k: mark })).data.at(-1)
  if (!latest) throw new Error('the list is empty')
  await close(desk, latest, 'Declined')
  const counts = { Due: 1, Later: 1, Closed: 1 }
  expect(await list(desk, { k: mark })).toMatchObject({ counts, page: { total_records: 2 } })
  const closed = await list(desk, { k: mark, state: 'Closed' })
  expect(closed).toMatchObject({ counts, page: { total_records: 1 }, data: [{ id: latest.id }] })
  expect(await states({ state: 'All' })).toEqual(['Due MR', 'Later MR', 'Closed CT'])
  const second = await list(desk, { k: mark, state: 'All', ps: '2', p: '2' })
  expect(second).toMatchObject({ page: { total_records: 3 }, data: [{ state: 'Closed' }] })
  const files = async (state: string) =>
    (await desk.get('study/followUps/ALL', { k: mark, state })).body.result.map(
      (one: FollowUpRow) => one.state,
    )
  expect(await files('Open')).toEqual(['Due', 'Later'])
  expect(await files('Closed')).toEqual(['Closed'])
  expect(await files('All')).toEqual(['Due', 'Later', 'Closed'])
  // Moves the time on.
  const [soonest] = (await list(desk, { k: mark })).data
  await askAdmin(server, 'update follow_up set due_on = $2, due_to = $3 where id = $1', [
    soonest?.id,
    addDays(TODAY, -9),
    addDays(TODAY, -1),
  ])
  expect(await states({ state: 'Overdue' })).toEqual(['Overdue MR'])
  await askAdmin(server, 'update follow_up set due_to = $2 where id = $1', [soonest?.id, TODAY])
  expect(await states({ state: 'Overdue' })).toEqual([])
})

test('the list is the client’s own', async () => {
  const study = await putSigned()
  await set(mehta, study)
  const salmiya = await server.signIn('admin.alnoor')
  expect(await ofStudy(salmiya, study)).toEqual([])
})
