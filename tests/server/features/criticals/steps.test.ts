import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reportSettings } from '#contract/calls/report-settings.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { createCriticalStepsJob } from '#server/features/criticals/steps-job.ts'
import { createSealedTexts } from '#server/features/messages/public/sealed-text.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { feedOf, personId, putStudy } from '../reports/report-fixture.ts'

const CRITICAL = 'Critical result'

let server: DemoServer
let mehta: ApiUser

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(server, 'insert into client_setting (client_id) values ($1) on conflict do nothing', [
    CLIENT,
  ])
  await askAdmin(server, `update app_user set email = username || '@centre.example' where client_id = $1`, [
    CLIENT,
  ])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  mehta = await server.signIn('dr.mehta')
  await askAdmin(
    server,
    `update client_setting set critical_escalation = true, critical_remind_minutes = 15, critical_escalate_minutes = 60,
       critical_contacts = '{}' where client_id = $1`,
    [CLIENT],
  )
})

const after = (minutes: number) => {
  server.clock.now = new Date(NOW.getTime() + minutes * 60_000)
}
/** Runs the server's timer; `smtpUrl` only states that letters can be sent. */
const look = (kernel = server.app.kernel) =>
  createCriticalStepsJob({
    texts: createSealedTexts(kernel.keys),
    smtpUrl: 'smtp://127.0.0.1:1',
    publicUrlOf: () => 'https://pacs.example',
  }).run(kernel, server.app.log)

/** Opens a critical result now; returns its study and its id. */
async function open(writer = 'dr.iyer'): Promise<{ study: string; id: string }> {
  const study = await putStudy(server, { writer })
  await askAdmin(
    server,
    `update study set pat_name = 'Asha Kulkarni', accession_no = 'ACC-7' where id = $1`,
    [study],
  )
  const id = randomUUID()
  const answer = await mehta.post('study/assignCriticalTag', {
    study_id: study,
    tag_name: CRITICAL,
    critical_id: id,
  })
  expect(answer.status).toBe(200)
  return { study, id }
}

const recordOf = async ({ study }: { study: string }) =>
  ((await (await server.signIn('dr.mehta')).get(`study/criticals/${study}`)).body.result as CriticalRow[])[0]
const stepsOf = async (of: { study: string }) => (await recordOf(of))?.steps ?? []
const kindsOf = async (of: { study: string }) => (await stepsOf(of)).map(({ kind }) => kind)

const bellOf = async (who: string, { study }: { study: string }) =>
  (
    await askAdmin<{ kind: string; times: number; read: boolean }>(
      server,
      `select kind, times, read_on is not null as read from notification
       where user_id = $1 and subject_id = $2 order by kind`,
      [personId(who), study],
    )
  ).map(({ kind, times, read }) => `${kind} ${times}${read ? ' read' : ''}`)

const lettersOf = ({ study }: { study: string }) =>
  askAdmin<{ sent_to: string; subject: string }>(
    server,
    `select sent_to, subject from message where study_id = $1 order by sent_to, subject`,
    [study],
  )

/** Expects that the letters about a study give the path to the record and never the patient's name. */
async function expectNoNameIn({ study }: { study: string }): Promise<void> {
  const [{ pat_name, pat_id } = { pat_name: '', pat_id: '' }] = await askAdmin<
    Record<'pat_name' | 'pat_id', string>
  >(server, 'select pat_name, pat_id from study where id = $1', [study])
  const letters = await askAdmin<{ id: string; subject: string; body: string }>(
    server,
    'select id, subject, body from message where study_id = $1',
    [study],
  )
  expect(letters.length).toBeGreaterThan(0)
  const texts = createSealedTexts(server.app.kernel.keys)
  for (const { id, subject, body } of letters) {
    const text = `${subject}\n${await texts.open(id, body)}`
    expect(text).toContain(`https://pacs.example/study/${study}?open=critical`)
    expect(text).toContain('accession number ACC-7')
    for (const word of [...pat_name.split(' '), pat_id]) expect(text).not.toContain(word)
  }
}

const told = { told_to: 'Dr. Rao', told_how: 'Phone', told_on: NOW.toISOString(), read_back: 0, note: '' }

test('the responsible person is reminded at the first time, by bell and e-mail, once', async () => {
  const made = await open()
  after(14)
  await look()
  expect(await kindsOf(made)).toEqual([])
  after(15)
  await look()
  after(30)
  await look()
  expect(await stepsOf(made)).toMatchObject([
    {
      kind: 'Reminded',
      on: new Date(NOW.getTime() + 15 * 60_000).toISOString(),
      by: '',
      told_ids: [personId('dr.iyer')],
    },
  ])
  expect(await bellOf('dr.iyer', made)).toEqual(['critical_result 2'])
  expect(await lettersOf(made)).toEqual([
    { sent_to: 'dr.iyer@centre.example', subject: 'A critical result waits for you' },
  ])
  await expectNoNameIn(made)
  // Devices pull it like any change of the record.
  expect(new Set((await feedOf(server, made.id)).map(({ rev }) => rev))).toEqual(new Set([1, 2]))
  expect(await readAudit(server, CLIENT, 'critical')).toContainEqual(
    expect.objectContaining({ action: 'remind', user_id: null, record_id: made.id }),
  )
})

test('at the second time it is escalated to the contacts who may open it, and to its doctor', async () => {
  await askAdmin(server, `update client_setting set critical_contacts = $2 where client_id = $1`, [
    CLIENT,
    [personId('dr.mehta'), personId('reception.kothrud')],
  ])
  const made = await open()
  after(61)
  await look()
  const [step] = await stepsOf(made)
  expect(step).toMatchObject({ kind: 'Escalated', told_ids: [personId('dr.iyer'), personId('dr.mehta')] })
  expect(step?.told).toContain('Dr. Anjali Mehta')
  expect(await bellOf('dr.mehta', made)).toEqual(['critical_overdue 1'])
  expect(await bellOf('dr.iyer', made)).toEqual(['critical_overdue 1', 'critical_result 1'])
  expect((await lettersOf(made)).map(({ sent_to }) => sent_to)).toEqual([
    'dr.iyer@centre.example',
    'dr.mehta@centre.example',
  ])
  await expectNoNameIn(made)
  after(300)
  await look()
  expect(await kindsOf(made)).toEqual(['Escalated'])
})

test('without contacts it is escalated to the administrators', async () => {
  const made = await open()
  after(60)
  await look()
  expect(await bellOf('admin.sanjeevani', made)).toContain('critical_overdue 1')
})

test('two servers that check at the same time take a step once', async () => {
  const made = await open()
  after(15)
  await Promise.all([look(), look(), look()])
  expect(await kindsOf(made)).toEqual(['Reminded'])
  expect(await lettersOf(made)).toHaveLength(1)
  expect(await bellOf('dr.iyer', made)).toEqual(['critical_result 2'])
})

test.each([
  ['a recorded call', told],
  ['a read-back', { ...told, told_to: '', told_how: '', told_on: null, read_back: 1 }],
])('%s ends it, and the bell of the escalation with it', async (_what, fields) => {
  const made = await open()
  after(60)
  await look()
  expect(await bellOf('admin.sanjeevani', made)).toContain('critical_overdue 1')
  const desk = await server.signIn('dr.mehta')
  const saved = await desk.post('study/saveCritical', {
    id: made.id,
    study_id: made.study,
    ...fields,
    is_closed: 0,
  })
  expect(saved.status).toBe(200)
  expect(await bellOf('admin.sanjeevani', made)).toContain('critical_overdue 1 read')

  server.clock.now = NOW
  const early = await open()
  await mehta.post('study/saveCritical', { id: early.id, study_id: early.study, ...fields, is_closed: 0 })
  after(600)
  await look()
  expect(await kindsOf(early)).toEqual([])
})

test('a client that disabled it, an earlier record, and a deleted study are left alone', async () => {
  const made = await open()
  const old = await open()
  const gone = await open()
  await askAdmin(server, 'update critical_result set is_watched = false where id = $1', [old.id])
  await askAdmin(server, 'update study set hidden = now() where id = $1', [gone.study])
  after(60)
  await askAdmin(server, 'update client_setting set critical_escalation = false where client_id = $1', [
    CLIENT,
  ])
  await look()
  expect(await kindsOf(made)).toEqual([])
  await askAdmin(server, 'update client_setting set critical_escalation = true where client_id = $1', [
    CLIENT,
  ])
  await look()
  expect(await kindsOf(made)).toEqual(['Escalated'])
  expect(await kindsOf(old)).toEqual([])
  expect(await askAdmin(server, 'select 1 from critical_step where critical_id = $1', [gone.id])).toEqual([])
})

/** Saves the current settings of the tab with this change. */
async function saveSettings(change: object): Promise<void> {
  const admin = await server.signIn('admin.sanjeevani')
  const stored = (await admin.get('client/generalSettings')).body.result as Record<string, unknown>
  const input = Object.fromEntries(Object.keys(reportSettings).map((name) => [name, stored[name]]))
  const saved = await admin.post('client/saveReportSettings', { ...input, ...change, rev: stored.rev })
  expect(saved.status).toBe(200)
}

test('enabled again, it starts with the records whose second time is still to come', async () => {
  await saveSettings({ critical_escalation: 0 })
  const old = await open()
  after(45)
  mehta = await server.signIn('dr.mehta')
  const young = await open()
  after(60)
  await saveSettings({ critical_escalation: 1, critical_remind_minutes: 10, critical_escalate_minutes: 40 })
  await look()
  expect(await kindsOf(old)).toEqual([])
  // The notification of the opening exists, and none of passing on.
  expect(await bellOf('admin.sanjeevani', old)).toEqual(['critical_result 1'])
  expect(await lettersOf(old)).toEqual([])
  expect(await kindsOf(young)).toEqual(['Reminded'])
  after(600)
  await look()
  expect(await kindsOf(old)).toEqual([])
  expect(await kindsOf(young)).toEqual(['Reminded', 'Escalated'])
})

test('settings saved while it is enabled leave open records watched', async () => {
  const made = await open()
  after(60)
  await saveSettings({ critical_escalation: 1, critical_remind_minutes: 20 })
  await look()
  expect(await kindsOf(made)).toEqual(['Escalated'])
})

test('a record older than a week is no longer reported', async () => {
  const made = await open()
  const WEEK = 7 * 24 * 60
  after(WEEK)
  await look()
  expect(await kindsOf(made)).toEqual([])
  after(WEEK - 1)
  await look()
  expect(await kindsOf(made)).toEqual(['Escalated'])
})

test('without a recipient no step is taken, and the next check tries again', async () => {
  const made = await open()
  const other = await open()
  after(60)
  const warn = vi.spyOn(server.app.log, 'warn')
  const gone = await askAdmin<{ id: string }>(
    server,
    'update app_user set active = false where client_id = $1 and active returning id',
    [CLIENT],
  )
  await look()
  await askAdmin(server, 'update app_user set active = true where id = any($1)', [gone.map(({ id }) => id)])
  const warnings = warn.mock.calls.filter(([, words]) => String(words).includes('nobody to tell'))
  warn.mockRestore()
  expect(warnings).toHaveLength(1)
  expect(await kindsOf(made)).toEqual([])
  expect(await bellOf('dr.iyer', made)).toEqual(['critical_result 1'])
  expect((await recordOf(made))?.rev).toBe(1)
  after(61)
  await look()
  for (const each of [made, other]) expect(await kindsOf(each)).toEqual(['Escalated'])
  expect((await stepsOf(made))[0]?.told_ids).toContain(personId('dr.iyer'))
})

test('an open record whose doctor has left is reported to the administrators', async () => {
  const made = await open('dr.iyer')
  await askAdmin(server, 'update app_user set active = false where id = $1', [personId('dr.iyer')])
  after(15)
  await look()
  await askAdmin(server, 'update app_user set active = true where id = $1', [personId('dr.iyer')])
  expect((await stepsOf(made))[0]?.told_ids).toContain(personId('admin.sanjeevani'))
})

test('a failing record does not delay the others', async () => {
  const bad = await open()
  const good = await open()
  await askAdmin(
    server,
    `create or replace function refuse_step() returns trigger language plpgsql as $$ begin
       if new.critical_id = '${bad.id}' then raise 'no'; end if; return new; end $$;
     create trigger refuse_step before insert on critical_step for each row execute function refuse_step()`,
  )
  after(15)
  await look()
  await askAdmin(server, 'drop trigger refuse_step on critical_step')
  expect(await kindsOf(bad)).toEqual([])
  expect(await kindsOf(good)).toEqual(['Reminded'])
  after(16)
  await look()
  expect(await kindsOf(bad)).toEqual(['Reminded'])
})
