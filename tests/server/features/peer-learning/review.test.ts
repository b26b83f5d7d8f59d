import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PeerPointRow, PeerReading, PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { putPacs } from '../imaging/imaging-fixture.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { personId, reportOf, save } from '../reports/report-fixture.ts'
import { drawNextDay, giveTo, putSigned, switchOn } from './peer-fixture.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser

beforeAll(async () => {
  server = await openDemo()
  await switchOn(server)
})
afterAll(() => server.close())

const TEXT = '<p>No nodule. Read by Dr. Anjali Mehta for MEERA RAO.</p>'

/** Inserts a study that Dr. Mehta signed and that waits for Dr. Iyer. */
async function putWaiting(text = TEXT) {
  const study = await putSigned(server, 'dr.mehta', { text, conclusion: '<p>Normal.</p>' })
  await drawNextDay(server)
  const reading = await giveTo(server, study, 'dr.iyer')
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  return { study, id: reading.id, rev: reading.rev }
}

const open = (desk: ApiUser, id: string) => desk.get(`peer/reading/${id}`)
const lists = async (desk: ApiUser) =>
  (await desk.get('peer/readings')).body.result as { waiting: PeerReadingRow[]; done: PeerReadingRow[] }
const points = async (desk: ApiUser) => (await desk.get('peer/points')).body.result as PeerPointRow[]
const review = (desk: ApiUser, reading: { id: string; rev: number }, more: object) =>
  desk.post('peer/saveReview', { id: reading.id, rev: reading.rev, ...more })
const DIFFER = { outcome: 'Differ', category: 'Perception', point: 'A nodule of 8 mm in the right apex.' }
const bell = (username: string, kind: string) =>
  askAdmin<{ by_id: string | null; read: boolean }>(
    server,
    'select by_id, read_on is not null as read from notification where user_id = $1 and kind = $2 order by created',
    [personId(username), kind],
  )

test('the second reader sees the text at the draw, and nothing that identifies its author', async () => {
  const { id, study } = await putWaiting()
  const { waiting } = await lists(iyer)
  expect(waiting.map((row) => row.id)).toContain(id)
  const { body } = await open(iyer, id)
  const reading = body.result as PeerReading
  expect(reading.reports).toMatchObject([
    {
      report_no: 1,
      report_data: '<p>No nodule. Read by [name] for [name].</p>',
      conclusion: '<p>Normal.</p>',
    },
  ])
  const told = JSON.stringify([body, waiting])
  for (const word of ['Mehta', 'Anjali', personId('dr.mehta'), 'signed_by', 'MEERA', 'SAN-1'])
    expect(told).not.toContain(word)
  expect(reading.reading.study_id).toBe(study)
})

test('no other user opens, reviews or sees it', async () => {
  const waiting = await putWaiting()
  const admin = await server.signIn('admin.sanjeevani')
  const khan = await server.signIn('dr.khan')
  for (const desk of [khan, mehta]) {
    expect((await open(desk, waiting.id)).body.code).toBe('not_found')
    expect((await review(desk, waiting, { outcome: 'Agree' })).body.code).toBe('not_found')
    expect((await lists(desk)).waiting.map((row) => row.id)).not.toContain(waiting.id)
  }
  expect((await open(admin, waiting.id)).body.code).toBe('not_permitted')
  expect((await mehta.post('peer/markSeen', { id: waiting.id })).body.code).toBe('not_found')
})

test('a report revised since then is read as it was at the draw', async () => {
  const { id, study } = await putWaiting('<p>First text.</p>')
  await askAdmin(server, `update client set report_edit_type = 'UpdateContent' where id = $1`, [CLIENT])
  const stored = await reportOf(mehta, study)
  const revised = await save(mehta, study, {
    status: 'Signed',
    text: '<p>Second text.</p>',
    base: stored?.rev,
  })
  expect(revised.status).toBe(200)
  const { body } = await open(iyer, id)
  expect(body.result.reports[0].report_data).toBe('<p>First text.</p>')
})

test('a study deleted since then can still be read; its images and its critical result are not available', async () => {
  const waiting = await putWaiting()
  await askAdmin(server, 'update study set hidden = now() where id = $1', [waiting.study])
  const { body } = await open(iyer, waiting.id)
  expect(body.result).toMatchObject({ is_there: 0, viewer_url: '' })
  expect(body.result.reports).toHaveLength(1)
  const critical = await review(iyer, waiting, { ...DIFFER, is_significant: 1, tag_name: 'Pneumothorax' })
  expect(critical.body.message).toContain('was deleted')
  expect((await review(iyer, waiting, DIFFER)).status).toBe(200)
})

test('the reader can open the images while the reading waits, and not after it', async () => {
  const waiting = await putWaiting()
  const pacs = await putPacs(server, { db_port: 1, viewer_url: 'https://viewer.example/{STUDY_UID}' })
  await askAdmin(server, 'update study set pacs_id = $2 where id = $1', [waiting.study, pacs])
  const images = async (desk: ApiUser) =>
    (await desk.post('study/openImagesUrl', { study_id: waiting.study, auto: 0 })).status
  const khan = await server.signIn('dr.khan')
  expect([await images(iyer), await images(khan)]).toEqual([200, 404])
  // The reading gives access to the viewer only, and not to the series list, the download or the study
  // itself.
  for (const path of ['study/getSeries', 'study/rowDetail'])
    expect((await iyer.get(`${path}/${waiting.study}`)).body.code).toBe('not_found')
  await review(iyer, waiting, { outcome: 'Agree' })
  expect(await images(iyer)).toBe(404)
})

test('inconsistent values are refused by field, and so are a second review and another revision', async () => {
  const waiting = await putWaiting()
  expect((await review(iyer, waiting, { outcome: 'Differ' })).body.fields).toEqual({
    category: 'is required',
    point: 'is required',
  })
  expect((await review(iyer, waiting, { ...DIFFER, is_significant: 1 })).body.fields).toEqual({
    tag_name: 'is not a critical tag',
  })
  expect((await review(iyer, { ...waiting, rev: waiting.rev + 1 }, DIFFER)).body.code).toBe('conflict')
  expect((await review(iyer, waiting, DIFFER)).status).toBe(200)
  const { rev } = (await lists(iyer)).done.find(({ id }) => id === waiting.id) ?? { rev: 0 }
  expect((await review(iyer, { id: waiting.id, rev }, DIFFER)).body.message).toBe(
    'You have already read this.',
  )
})

test('the signer gets the learning point without a name, reads it, and replies once', async () => {
  const waiting = await putWaiting()
  await review(iyer, waiting, DIFFER)
  const point = (await points(mehta)).find(({ id }) => id === waiting.id)
  expect(point).toMatchObject({ ...DIFFER, study_id: waiting.study, seen_on: null, answer: '' })
  for (const word of ['Iyer', 'Karthik', personId('dr.iyer')])
    expect(JSON.stringify(point)).not.toContain(word)
  expect((await bell('dr.mehta', 'peer_learning')).every(({ by_id }) => by_id === null)).toBe(true)
  const seen = await mehta.post('peer/markSeen', { id: waiting.id })
  expect(seen.body.result.point.seen_on).toBe(server.clock.now.toISOString())
  const answer = await mehta.post('peer/answer', { id: waiting.id, answer: 'Thank you, I see it now.' })
  expect(answer.body.result.point.answer).toBe('Thank you, I see it now.')
  expect((await mehta.post('peer/answer', { id: waiting.id, answer: 'More' })).body.code).toBe('refused')
  const done = (await lists(iyer)).done.find(({ id }) => id === waiting.id)
  expect(done?.answers).toEqual(['Thank you, I see it now.'])
  expect((await iyer.post('peer/answer', { id: waiting.id, answer: 'Mine' })).body.code).toBe('not_found')
})

test('the second reader is notified of a reply by the bell, without a name, until it is read', async () => {
  const waiting = await putWaiting()
  await review(iyer, waiting, DIFFER)
  const before = (await bell('dr.iyer', 'peer_answer')).length
  await mehta.post('peer/answer', { id: waiting.id, answer: 'Thank you.' })
  const told = await bell('dr.iyer', 'peer_answer')
  expect(told.length).toBe(Math.max(before, 1))
  expect(told.at(-1)).toEqual({ by_id: null, read: false })
})

test('an empty reply is refused by its field', async () => {
  const waiting = await putWaiting()
  await review(iyer, waiting, DIFFER)
  const { body } = await mehta.post('peer/answer', { id: waiting.id, answer: '  ' })
  expect(Object.keys(body.fields)).toEqual(['answer'])
})

test('plain agreement notifies nobody', async () => {
  const waiting = await putWaiting()
  const before = await bell('dr.mehta', 'peer_learning')
  expect((await review(iyer, waiting, { outcome: 'Agree' })).status).toBe(200)
  expect((await points(mehta)).map(({ id }) => id)).not.toContain(waiting.id)
  expect(await bell('dr.mehta', 'peer_learning')).toEqual(before)
})

test('the bell is cleared with the last reading and the last learning point', async () => {
  const { waiting } = await lists(iyer)
  for (const one of waiting) await review(iyer, one, { outcome: 'Agree' })
  expect((await bell('dr.iyer', 'peer_reading')).every(({ read }) => read)).toBe(true)
  for (const { id } of await points(mehta)) await mehta.post('peer/markSeen', { id })
  expect((await bell('dr.mehta', 'peer_learning')).every(({ read }) => read)).toBe(true)
})

test('a clinically significant difference opens the usual critical result', async () => {
  const waiting = await putWaiting()
  const [tag] = await askAdmin<{ name: string }>(
    server,
    `select name from study_tag where client_id = $1 and type = 'Critical' and active and hidden is null order by name limit 1`,
    [CLIENT],
  )
  const given = { ...DIFFER, is_significant: 1, tag_name: tag?.name }
  // The role of Dr. Iyer may tag; the reading gives the right independently of the role.
  await askAdmin(
    server,
    `update role set modules = array_remove(modules, 'assign_critical_tag_to_study') where client_id = $1 and id = 4`,
    [CLIENT],
  )
  expect((await review(iyer, waiting, given)).status).toBe(200)
  const { body } = await mehta.get(`study/criticals/${waiting.study}`)
  expect(body.result).toMatchObject([{ tag: tag?.name, doctor_id: personId('dr.mehta'), closed_on: null }])
  const told = await bell('dr.mehta', 'critical_result')
  expect(told.at(-1)).toMatchObject({ by_id: personId('dr.iyer'), read: false })
})

test('it opens a separate one while a critical result with the same tag is open for another finding', async () => {
  const waiting = await putWaiting()
  const [tag] = await askAdmin<{ id: number; name: string }>(
    server,
    `select id, name from study_tag where client_id = $1 and type = 'Critical' and active and hidden is null order by name limit 1`,
    [CLIENT],
  )
  const before = await bell('dr.mehta', 'critical_result')
  const given = { ...DIFFER, is_significant: 1, tag_name: tag?.name }
  await askAdmin(
    server,
    `insert into critical_result (client_id, id, study_id, tag_id, opened_by_id, opened_on, doctor_id)
     values ($1, gen_random_uuid(), $2, $3, $4, now(), $4)`,
    [CLIENT, waiting.study, tag?.id, personId('dr.mehta')],
  )
  expect((await review(iyer, waiting, given)).status).toBe(200)
  const { body } = await mehta.get(`study/criticals/${waiting.study}`)
  expect((body.result as { opened_by_id?: string }[]).length).toBe(2)
  expect((await bell('dr.mehta', 'critical_result')).length).toBe(before.length + 1)
})

test('actions are in the trail, without a text', async () => {
  const lines = await readAudit(server, CLIENT, 'peer_reading')
  expect(new Set(lines.map(({ action }) => action))).toEqual(
    new Set(['give', 'open', 'read', 'seen', 'answer']),
  )
  expect(JSON.stringify(lines)).not.toContain('nodule')
})

test('while it is disabled, every call refuses', async () => {
  const waiting = await putWaiting()
  await askAdmin(server, 'update client_setting set peer_learning = false where client_id = $1', [CLIENT])
  const id = waiting.id
  const answers = [
    await iyer.get('peer/readings'),
    await open(iyer, id),
    await review(iyer, waiting, { outcome: 'Agree' }),
    await mehta.get('peer/points'),
    await mehta.post('peer/markSeen', { id }),
    await mehta.post('peer/answer', { id, answer: 'x' }),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(Array.from({ length: 6 }, () => 'module_off'))
})
