import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { createAutoLinkJob } from '#server/features/criticals/auto-link-job.ts'
import { createSealedTexts } from '#server/features/messages/public/sealed-text.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { personId, putStudy } from '../reports/report-fixture.ts'

let server: DemoServer
let mehta: ApiUser
const modules = ['archive_reporting', 'teleradiology', 'assign_critical_tag_to_study', 'email_share']

beforeAll(async () => {
  server = await openDemo({ READROOM_SMTP_URL: 'smtp://127.0.0.1:1', READROOM_URL: 'https://pacs.example' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  await updateClient(server, CLIENT, { main_modules: modules })
  await setAutoLink(true)
  mehta = await server.signIn('dr.mehta')
})

const setAutoLink = (isOn: boolean) =>
  askAdmin(
    server,
    `insert into client_setting (client_id, critical_auto_link) values ($1, $2)
     on conflict (client_id) do update set critical_auto_link = excluded.critical_auto_link`,
    [CLIENT, isOn],
  )

interface Referred {
  id: string
  name: string
  email: string
}

/** Inserts a study whose booking names a referrer with an e-mail address; each study is returned once. */
const given: string[] = []
async function referredStudy(): Promise<Referred> {
  const [study] = await askAdmin<Referred>(
    server,
    `select s.id, u.name, u.email from study s
     join visit_service vs on vs.client_id = s.client_id and vs.id = s.visit_service_id
     join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
     left join visit_machine m on m.client_id = vs.client_id and m.id = vs.visit_machine_id
     join app_user u on u.client_id = s.client_id and u.id = coalesce(m.ref_dr_id, v.ref_dr_id) and u.active
     where s.client_id = $1 and s.hidden is null and s.branch_id = (select branch_ids[1] from app_user where id = $2)
       and u.email <> '' and s.id <> all ($3::uuid[]) order by s.id limit 1`,
    [CLIENT, personId('dr.mehta'), given],
  )
  if (!study) throw new Error('no study names a referrer')
  given.push(study.id)
  return study
}

/** Opens a record as setting a tag does, either at a desk or as a queued command of a device. */
async function open(study: string): Promise<string> {
  const critical_id = randomUUID()
  const input = { study_id: study, tag_name: 'Critical result', critical_id }
  expect((await mehta.post('study/assignCriticalTag', input)).status).toBe(200)
  return critical_id
}

/** Runs the job of a record as the queue does, which runs a job twice after a server crash. */
async function work(id: string): Promise<void> {
  const { kernel, log } = server.app
  const job = createAutoLinkJob({
    texts: createSealedTexts(kernel.keys),
    smtpUrl: 'smtp://127.0.0.1:1',
    publicUrlOf: () => 'https://pacs.example',
  })
  const now = kernel.now()
  await job.run(
    { clientId: CLIENT, ids: [id] },
    { write: <T>(run: (one: Write) => Promise<T>) => write(kernel, CLIENT, run), now, log },
  )
}

const recordOf = async (study: string) =>
  ((await mehta.get(`study/criticals/${study}`)).body.result as CriticalRow[])[0]
const lettersOf = async (study: string) => {
  const rows = await askAdmin<
    Record<'id' | 'sent_to' | 'body' | 'state', string> & { created_by: string | null }
  >(server, 'select id, sent_to, body, state, created_by from message where study_id = $1', [study])
  const texts = createSealedTexts(server.app.kernel.keys)
  return Promise.all(rows.map(async (row) => ({ ...row, text: await texts.open(row.id, row.body) })))
}
const ask = (path: string, payload: object) =>
  server.send({ method: 'POST', url: `/api/public/${path}`, payload })

test('the booking’s referrer is sent a link automatically, once, and opening it is the read-back', async () => {
  const study = await referredStudy()
  const id = await open(study.id)
  await Promise.all([work(id), work(id)])
  await work(id)
  const letters = await lettersOf(study.id)
  // The person who opened the record is notified when the link cannot be sent, and may send it again.
  expect(letters).toMatchObject([{ sent_to: study.email, created_by: personId('dr.mehta') }])
  expect(await recordOf(study.id)).toMatchObject({
    steps: [{ kind: 'Link_Sent', by: '', told: study.name }],
    told_to: '',
    closed_on: null,
  })
  const secret = /\/critical#([\w-]{43})/.exec(letters[0]?.text ?? '')?.[1] ?? ''
  expect(letters[0]?.text.startsWith(`${study.name}: a critical result of a patient of yours`)).toBe(true)
  expect((await ask('criticalLink', { secret })).body.result).toMatchObject({
    name: study.name,
    sent_by: 'Dr. Anjali Mehta',
  })
  const { body } = await ask('confirmCritical', { secret, page: randomUUID() })
  expect(body.result).toMatchObject({
    tag: 'Critical result',
    finding: 'The examination shows a critical result: Critical result. The report follows.',
  })
  expect(await recordOf(study.id)).toMatchObject({ told_to: study.name, read_back: 1, told_how: 'E_mail' })
  expect(await readAudit(server, CLIENT, 'critical')).toContainEqual(
    expect.objectContaining({ action: 'send_link', user_id: null, record_id: id }),
  )
})

test('opening a record is enough: the server’s queue handles it', async () => {
  const study = await referredStudy()
  await open(study.id)
  await expect.poll(async () => (await lettersOf(study.id)).length, { timeout: 20_000 }).toBe(1)
})

test('a link is not sent if the record was communicated before', async () => {
  const study = await referredStudy()
  const id = await open(study.id)
  await work(id)
  const stateOf = async () => (await lettersOf(study.id)).map(({ state }) => state)
  expect(await stateOf()).toEqual(['Waiting'])
  expect((await mehta.post('study/saveCritical', tell(study.id, id))).status).toBe(200)
  expect(await stateOf()).toEqual(['Recalled'])
})

test('a client that has not enabled it sends nothing, and its record shows nothing', async () => {
  await setAutoLink(false)
  const study = await referredStudy()
  await work(await open(study.id))
  expect(await lettersOf(study.id)).toEqual([])
  expect(await recordOf(study.id)).toMatchObject({ steps: [] })
})

test('a referrer without an address, and a centre without a channel, are shown in the record', async () => {
  const unknown = await putStudy(server, { writer: 'dr.iyer' })
  await work(await open(unknown))
  expect(await recordOf(unknown)).toMatchObject({ steps: [{ kind: 'Link_No_Address', by: '' }] })
  await updateClient(server, CLIENT, { main_modules: modules.filter((one) => one !== 'email_share') })
  const study = await referredStudy()
  const id = await open(study.id)
  await work(id)
  expect(await recordOf(study.id)).toMatchObject({ steps: [{ kind: 'Link_No_Way', told: study.name }] })
  // The check runs once: when an address is added later, a person sends the link.
  await updateClient(server, CLIENT, { main_modules: modules })
  await work(id)
  expect(await lettersOf(study.id)).toEqual([])
  expect(await lettersOf(unknown)).toEqual([])
})

const tell = (study: string, id: string) => ({
  id,
  study_id: study,
  told_to: 'Dr. Rao',
  told_how: 'Phone',
  told_on: NOW.toISOString(),
  read_back: 0,
  note: '',
  is_closed: 0,
})

test.each<[string, (study: Referred, id: string) => Promise<unknown>, number]>([
  ['was answered', (study, id) => mehta.post('study/saveCritical', tell(study.id, id)), 0],
  [
    'was sent a link by hand',
    ({ id: study_id, name }, critical_id) =>
      mehta.post('study/sendCriticalLink', {
        critical_id,
        study_id,
        channel: 'E',
        share_to: 'rao@clinic.example',
        phonecode: '',
        name,
        finding: 'Tension pneumothorax.',
      }),
    1,
  ],
  [
    'has lost its study',
    (study) => askAdmin(server, 'update study set hidden = now() where id = $1', [study.id]),
    0,
  ],
  [
    'has lost its tag',
    (study) => mehta.post('study/assignCriticalTag', { study_id: study.id, tag_name: '' }),
    0,
  ],
])('nothing is sent automatically for a record that %s in the meantime', async (_what, change, count) => {
  await setAutoLink(false)
  const study = await referredStudy()
  const id = await open(study.id)
  await work(id)
  expect((await change(study, id)) ?? 'done').toBeDefined()
  await setAutoLink(true)
  await work(id)
  expect(await lettersOf(study.id)).toHaveLength(count)
})

// Runs last, because the referrer has no e-mail address from here on.
test('a mobile number with spaces and its country code is a valid address', async () => {
  const study = await referredStudy()
  await askAdmin(
    server,
    `update app_user u set email = '', mobile = '+91 98200-11 223'
     from study s join visit_service vs on vs.client_id = s.client_id and vs.id = s.visit_service_id
     join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
     left join visit_machine m on m.client_id = vs.client_id and m.id = vs.visit_machine_id
     where s.id = $1 and u.client_id = s.client_id and u.id = coalesce(m.ref_dr_id, v.ref_dr_id)`,
    [study.id],
  )
  await work(await open(study.id))
  // The address is known, but this centre has not configured a way to send to it.
  expect(await recordOf(study.id)).toMatchObject({ steps: [{ kind: 'Link_No_Way', told: study.name }] })
})
