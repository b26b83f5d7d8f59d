import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { DEMO_ROLES } from '#server/features/demo/roles.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type DemoServer, type Desk, NOW, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-desk.ts'
import { putPatient } from '../patients/patient-desk.ts'
import { ANDHERI, putStudy, save } from '../reports/report-desk.ts'
import { bookingOf, freeTime, openAllDay, openBookingDesk } from '../visits/booking-desk.ts'

let server: DemoServer
let mehta: Desk
let iyer: Desk
let desk: Desk
let kothrud: Desk
let admin: Desk
let referrer: Desk
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

/** A study with a signed report, as it stands before its follow-up is set. */
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

const set = (who: Desk, study: string, wish: Wish = {}) => who.post('study/setFollowUp', inputOf(study, wish))
const close = (who: Desk, row: { id: string; rev: number }, reason: string, note = '') =>
  who.post('study/closeFollowUp', { id: row.id, rev: row.rev, reason, note })
const ofStudy = async (who: Desk, study: string): Promise<FollowUpRow[]> =>
  (await who.get(`study/followUpsOf/${study}`)).body.result
const stateOf = async (study: string) => (await ofStudy(admin, study))[0]?.state
const list = async (who: Desk, query: Record<string, string> = {}) =>
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

/** Another study, made so many days from now, as an image server and a link leave it. */
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

test('who signs sets it once: the same again is the same record, other days move it', async () => {
  const study = await putSigned()
  const first = await set(mehta, study)
  expect(first.body.result.follow_up).toMatchObject({
    rev: 1,
    state: 'Due',
    what: 'MRI knee',
    branch_id: ANDHERI,
  })
  expect((await set(mehta, study)).body.result.follow_up.rev).toBe(1)
  const moved = await set(mehta, study, { inDays: 90 })
  expect(moved.body.result.follow_up).toMatchObject({
    id: first.body.result.follow_up.id,
    rev: 2,
    state: 'Later',
  })
  expect(await ofStudy(desk, study)).toHaveLength(1)
  const acts = await actsOn(first.body.result.follow_up.id)
  expect(acts).toEqual(['set', 'move'])
})

test('what it refuses, by field and rule', async () => {
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

test('delivered twice with its signature, it is set once; before its signature it waits', async () => {
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

test('a matching study answers it; an unlinked, hidden, early or other one does not', async () => {
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

test('what nobody linked counts by number and name, and by the number of a merged record', async () => {
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

test('a follow-up goes with its patient into a merge and back', async () => {
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

test('a booking answers it until it is cancelled or was missed', async () => {
  const booking = await openBookingDesk(server)
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
  await startAt(freeTime())
  const cancelled = await desk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit.id, reason: 'Ill' })
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  expect(await stateOf(study)).toBe('Due')
})

test('a person closes with a reason, once, seeing what stands, and may take it back; all of it is in the trail', async () => {
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

test('of a patient who died all that is open is closed', async () => {
  const person = await putPatient(desk)
  const studies = [await putSigned({ patient: person.id }), await putSigned({ patient: person.id })]
  for (const study of studies) await set(mehta, study)
  const [row] = await ofStudy(desk, studies[0] ?? '')
  if (!row) throw new Error('the follow-up is not there')
  await close(desk, row, 'Died')
  for (const study of studies)
    expect((await ofStudy(admin, study))[0]).toMatchObject({ state: 'Closed', close_reason: 'Died' })
})

test('the list: by branch, state, modality, days and words; its counts are those of the whole filter', async () => {
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
  // Time passes.
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

test('it is the client’s own', async () => {
  const study = await putSigned()
  await set(mehta, study)
  const salmiya = await server.signIn('admin.alnoor')
  expect(await ofStudy(salmiya, study)).toEqual([])
})
