import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { createSealedTexts } from '#server/features/messages/public/sealed-text.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { personId, putStudy } from '../reports/report-fixture.ts'

let server: DemoServer
let mehta: ApiUser
const modules = [
  'archive_reporting',
  'teleradiology',
  'assign_critical_tag_to_study',
  'email_share',
  'sms_share',
]

beforeAll(async () => {
  server = await openDemo({ READROOM_SMTP_URL: 'smtp://127.0.0.1:1', READROOM_URL: 'https://pacs.example' })
  await updateClient(server, CLIENT, { main_modules: modules })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  mehta = await server.signIn('dr.mehta')
})

async function open(): Promise<{ study: string; id: string }> {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  await mehta.post('study/assignCriticalTag', {
    study_id: study,
    tag_name: 'Critical result',
    critical_id: id,
  })
  return { study, id }
}
const LINK = {
  channel: 'E',
  share_to: 'rao@clinic.example',
  phonecode: '',
  name: 'Dr. Rao',
  finding: 'Tension pneumothorax on the left.',
}
const send = (desk: ApiUser, { study, id }: { study: string; id: string }, change: object = {}) =>
  desk.post('study/sendCriticalLink', { critical_id: id, study_id: study, ...LINK, ...change })

/** Returns the text of the newest message about a study. */
async function letterOf({ study }: { study: string }): Promise<string> {
  const [row] = await askAdmin<{ id: string; body: string }>(
    server,
    'select id, body from message where study_id = $1 order by created desc, id desc limit 1',
    [study],
  )
  return createSealedTexts(server.app.kernel.keys).open(row?.id ?? '', row?.body ?? '')
}
const secretIn = (text: string) => /\/critical#([\w-]{43})/.exec(text)?.[1] ?? ''
const ask = (path: string, payload: object) =>
  server.send({ method: 'POST', url: `/api/public/${path}`, payload })
const look = (secret: string) => ask('criticalLink', { secret })
const confirm = (secret: string, page: string = randomUUID()) => ask('confirmCritical', { secret, page })
const recordOf = async ({ study }: { study: string }) =>
  ((await (await server.signIn('dr.mehta')).get(`study/criticals/${study}`)).body.result as CriticalRow[])[0]

test('the referrer’s confirmation shows the result, and is its read-back', async () => {
  const made = await open()
  const sent = await send(mehta, made)
  expect(sent.body).toMatchObject({ message: 'The link is on its way.' })
  expect(sent.body.result.critical.steps).toMatchObject([
    { kind: 'Link_Sent', by: 'Dr. Anjali Mehta', told: 'Dr. Rao' },
  ])
  const letter = await letterOf(made)
  expect(letter).not.toContain('Test Patient')
  expect(letter).not.toContain('pneumothorax')
  const secret = secretIn(letter)

  // Opening the link without confirming, as a mail scanner does, shows nothing of the patient and confirms
  // nothing.
  const looked = await look(secret)
  expect(looked.body.result).toMatchObject({ name: 'Dr. Rao', sent_by: 'Dr. Anjali Mehta' })
  expect(JSON.stringify(looked.body)).not.toContain('Test Patient')
  expect((await recordOf(made))?.closed_on).toBeNull()

  server.clock.now = new Date(NOW.getTime() + 5 * 60_000)
  const confirmed = await confirm(secret)
  expect(confirmed.body.result).toMatchObject({
    pat_name: 'Test Patient',
    finding: 'Tension pneumothorax on the left.',
    tag: 'Critical result',
  })
  const at = server.clock.now.toISOString()
  expect(await recordOf(made)).toMatchObject({
    told_to: 'Dr. Rao',
    told_how: 'E_mail',
    told_on: at,
    read_back: 1,
    closed_on: at,
    closed_by: '',
    steps: [{ kind: 'Link_Sent' }, { kind: 'Read_Back', told: 'Dr. Rao', by: '', on: at }],
  })
  expect(await readAudit(server, CLIENT, 'critical')).toContainEqual(
    expect.objectContaining({ action: 'read_back', user_id: null, record_id: made.id }),
  )
  const unread = await askAdmin(
    server,
    'select 1 from notification where subject_id = $1 and read_on is null',
    [made.study],
  )
  expect(unread).toEqual([])
})

test('a reader does not wait for a writer of the study and its record', async () => {
  const made = await open()
  await send(mehta, made)
  const secret = secretIn(await letterOf(made))
  await server.app.kernel.database.tenant(CLIENT, async (tx) => {
    await tx.selectFrom('study').select('id').where('id', '=', made.study).forUpdate().execute()
    await tx.selectFrom('critical_result').select('id').where('id', '=', made.id).forUpdate().execute()
    await tx.selectFrom('critical_link').select('id').where('critical_id', '=', made.id).forUpdate().execute()
    expect((await look(secret)).body.result).toMatchObject({ name: 'Dr. Rao' })
  })
})

test('a link works once; the page whose response was lost may ask again', async () => {
  const made = await open()
  await send(mehta, made)
  const secret = secretIn(await letterOf(made))
  const pages = [randomUUID(), randomUUID()]
  const both = await Promise.all(pages.map((page) => confirm(secret, page)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const [won, lost] = both[0]?.status === 200 ? pages : pages.toReversed()
  expect((await confirm(secret, won)).body.result).toMatchObject({ pat_name: 'Test Patient' })
  expect((await confirm(secret, lost)).body.code).toBe('link_over')
  const other = await confirm(secret)
  expect(other.body.code).toBe('link_over')
  expect(other.body.message).toMatch(
    /^This link works once, and was used on .+\. If that was not you, call the centre\.$/,
  )
  expect((await look(secret)).body.message).toBe(other.body.message)
})

test('an expired, withdrawn, unknown or unneeded link shows which it is', async () => {
  const made = await open()
  await send(mehta, made)
  const first = secretIn(await letterOf(made))
  await send(mehta, made, { name: 'Dr. Sen' })
  expect((await look(first)).body.code).toBe('link_revoked')
  const second = secretIn(await letterOf(made))
  server.clock.now = new Date(NOW.getTime() + 24 * 3_600_000)
  expect((await confirm(second)).body.code).toBe('link_over')
  server.clock.now = NOW
  await mehta.post('study/saveCritical', {
    id: made.id,
    study_id: made.study,
    told_to: 'Dr. Rao',
    told_how: 'Phone',
    told_on: NOW.toISOString(),
    read_back: 1,
    note: '',
    is_closed: 1,
  })
  expect((await confirm(second)).body.message).toContain('has recorded this result as told already')
  expect((await look('A'.repeat(43))).status).toBe(404)
  expect((await send(mehta, made)).body.message).toBe('This critical result is already closed.')
})

test('invalid input is refused at its field, and a user without the right to record sends nothing', async () => {
  const made = await open()
  expect((await send(mehta, made, { share_to: 'nobody' })).body.fields).toHaveProperty('share_to')
  expect((await send(mehta, made, { finding: ' ' })).body.fields).toHaveProperty('finding')
  expect(
    (await send(mehta, made, { channel: 'S', share_to: '98', phonecode: '91' })).body.fields,
  ).toHaveProperty('share_to')
  expect(
    (await send(mehta, made, { channel: 'S', share_to: '9820012345', phonecode: '91' })).body.message,
  ).toContain('has not set up this channel')
  expect((await send(mehta, made, { channel: 'W' })).body.code).toBe('module_off')
  expect((await send(await server.signIn('tech.andheri'), made)).body.code).toBe('not_permitted')
  expect((await send(await server.signIn('reception.kothrud'), made)).status).toBe(404)
  // Nothing was sent, so the record has no steps.
  expect((await recordOf(made))?.steps).toEqual([])
})

test('the form starts with the booking’s referrer', async () => {
  const [study] = await askAdmin<{ id: string; name: string; email: string }>(
    server,
    `select s.id, u.name, u.email from study s
     join visit_service vs on vs.client_id = s.client_id and vs.id = s.visit_service_id
     join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
     left join visit_machine m on m.client_id = vs.client_id and m.id = vs.visit_machine_id
     join app_user u on u.client_id = s.client_id and u.id = coalesce(m.ref_dr_id, v.ref_dr_id) and u.active
     where s.client_id = $1 and s.hidden is null and s.branch_id = (select branch_ids[1] from app_user where id = $2) limit 1`,
    [CLIENT, personId('dr.mehta')],
  )
  expect(study).toBeDefined()
  const critical_id = randomUUID()
  await mehta.post('study/assignCriticalTag', {
    study_id: study?.id,
    tag_name: 'Critical result',
    critical_id,
  })
  const ask = (desk: ApiUser) => desk.get(`study/criticalReceiver/${study?.id}`, { critical_id })
  const { body } = await ask(mehta)
  expect(body.result).toMatchObject({ name: study?.name, email: study?.email, channels: ['E'] })
  // Only a person who may record that somebody was told sees its address.
  expect((await ask(await server.signIn('tech.andheri'))).body.code).toBe('not_permitted')
})

test('an unfinished call is replaced by the read-back, and stays in the trail', async () => {
  const made = await open()
  const begun = { told_to: 'Sister Joy', told_how: '', told_on: null, read_back: 0, note: '' }
  const saved = await mehta.post('study/saveCritical', {
    id: made.id,
    study_id: made.study,
    ...begun,
    is_closed: 0,
  })
  expect(saved.status).toBe(200)
  await send(mehta, made)
  await confirm(secretIn(await letterOf(made)))
  expect(await recordOf(made)).toMatchObject({ told_to: 'Dr. Rao' })
  expect(await readAudit(server, CLIENT, 'critical')).toContainEqual(
    expect.objectContaining({
      action: 'read_back',
      record_id: made.id,
      detail: expect.objectContaining({ before: expect.objectContaining({ told_to: 'Sister Joy' }) }),
    }),
  )
})

test('an address that tries many links is slowed down, and a valid link does not count', async () => {
  const made = await open()
  await send(mehta, made)
  const secret = secretIn(await letterOf(made))
  for (let n = 0; n < 45; n += 1) expect((await look(secret)).status).toBe(200)
  const answers = []
  for (let n = 0; n < 41; n += 1) answers.push((await look(randomUUID().repeat(2).slice(0, 43))).status)
  expect(answers.at(0)).toBe(404)
  expect(answers.at(-1)).toBe(429)
})
