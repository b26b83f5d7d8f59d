import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type Answer, type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  ANDROID,
  BORN,
  makeLink,
  putShared,
  secretOf,
  setSettings,
  stranger,
} from '../sharing/share-fixture.ts'

let server: DemoServer
let desk: ApiUser
let id: string
let made: Answer
let secret: string
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  await setSettings(server, {})
  id = await putShared(server)
  made = await makeLink(desk, id)
  secret = secretOf(made)
})

const links = async () => (await desk.get(`${PHP}share/links/${id}`)).body.result
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

test('the secret is in the fragment and is exchanged for a cookie that ends with the browser', async () => {
  expect(new URL(made.body.result.link, 'https://here.example').pathname).toBe('/shared/')
  const answer = await stranger(server).look(secret)
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(/^link_[0-9a-f-]{36}=[\w-]{43}; Path=\/api\/public; HttpOnly; SameSite=Strict$/)
  expect(cookie).not.toContain(secret)
  expect(JSON.stringify(answer.body)).not.toContain(secret)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})

test('a browser exchanges a link once, and identifies itself once, until its session ends', async () => {
  const visitor = stranger(server)
  const first = await visitor.look(secret)
  const { door } = first.body.result
  expect((await visitor.ask('openSharedStudy', { door })).body.code).toBe('proof_needed')
  expect((await visitor.ask('openSharedStudy', { door, answer: BORN })).status).toBe(200)
  // The link of the message is opened again, and the page is reloaded.
  const again = await visitor.look(secret)
  expect(again.body.result).toMatchObject({ door, is_proven: 1 })
  expect(again.headers['set-cookie']).toBeUndefined()
  expect((await visitor.ask('sharedStudy', { door })).body.result).toMatchObject({ door, is_proven: 1 })
  expect((await visitor.ask('openSharedStudy', { door })).body.result.pat_name).toBe('Test Patient')
  // A browser that was closed has no cookie: it must prove the date of birth again.
  expect((await stranger(server).look(secret)).body.result.is_proven).toBe(0)
  server.clock.now = after(31)
  expect((await visitor.ask('openSharedStudy', { door })).body.code).toBe('link_again')
  expect((await visitor.look(secret)).body.result.is_proven).toBe(0)
})

test('a request without its cookie, with another one, or from another program opens nothing', async () => {
  const visitor = stranger(server)
  await visitor.open(secret)
  const { door } = (await visitor.look(secret)).body.result
  const codeOf = async (other: ReturnType<typeof stranger>) =>
    (await other.ask('sharedReport', { door })).body.code
  expect(await codeOf(stranger(server))).toBe('link_again')
  const forged = stranger(server)
  forged.cookies.set(`link_${door}`, 'A'.repeat(43))
  expect(await codeOf(forged)).toBe('link_again')
  const replayed = stranger(server, 'curl/8.0')
  for (const [name, value] of visitor.cookies) replayed.cookies.set(name, value)
  expect(await codeOf(replayed)).toBe('link_again')
  const broken = stranger(server)
  broken.cookies.set(`link_${'-'.repeat(36)}`, 'A'.repeat(43))
  expect((await broken.ask('sharedReport', { door: '-'.repeat(36) })).body.code).toBe('invalid')
  // Another link's session opens only its own study.
  const other = secretOf(await makeLink(desk, await putShared(server)))
  const two = stranger(server)
  await two.open(other)
  expect(await codeOf(two)).toBe('link_again')
})

test('a person already identified is asked again once the study belongs to another patient', async () => {
  const visitor = stranger(server)
  await visitor.open(secret)
  const { door } = (await visitor.look(secret)).body.result
  await askAdmin(
    server,
    `update study set pat_name = 'Right Person', pat_birthdate = '1984-03-02' where id = $1`,
    [id],
  )
  expect((await visitor.ask('sharedStudy', { door })).body.result).toMatchObject({ is_proven: 0 })
  for (const call of ['openSharedStudy', 'sharedReport']) {
    const { body } = await visitor.ask(call, { door })
    expect([call, body.code]).toEqual([call, 'proof_needed'])
    expect(JSON.stringify(body)).not.toContain('Right Person')
  }
  expect((await visitor.ask('openSharedStudy', { door, answer: BORN })).body.code).toBe('proof_wrong')
  const opened = await visitor.ask('openSharedStudy', { door, answer: '1984-03-02' })
  expect(opened.body.result.pat_name).toBe('Right Person')
  expect((await visitor.ask('sharedStudy', { door })).body.result).toMatchObject({ is_proven: 1 })
})

test('a withdrawn link ends its sessions at once', async () => {
  const visitor = stranger(server)
  await visitor.open(secret)
  const { door } = (await visitor.look(secret)).body.result
  await desk.post(`${PHP}share/revoke`, { id: made.body.result.id })
  for (const call of ['sharedStudy', 'openSharedStudy', 'sharedReport'])
    expect([call, (await visitor.ask(call, { door })).body.code]).toEqual([call, 'link_revoked'])
})

test('wrong answers are counted over all browsers of a link', async () => {
  const codes: string[] = []
  for (let i = 0; i < 6; i += 1) codes.push((await stranger(server).open(secret, '2001-01-01')).body.code)
  expect(codes).toEqual([...Array(5).fill('proof_wrong'), 'throttled'])
})

test('the creator of the link sees when and roughly where it was opened', async () => {
  await stranger(server, ANDROID).open(secret)
  server.clock.now = after(5)
  await stranger(server, 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0').open(secret)
  expect((await links())[0]).toMatchObject({
    openings: 2,
    opened_from: [
      { at: after(5).toISOString(), place: 'Firefox on Windows, network 203.0.…' },
      { at: NOW.toISOString(), place: 'Chrome on Android, network 203.0.…' },
    ],
  })
})

test('no token of a session is stored, and ended sessions are removed', async () => {
  const visitor = stranger(server)
  await visitor.look(secret)
  const stored = async () =>
    askAdmin<{ line: string }>(server, 'select s::text as line from entry.link_session s')
  const token = [...visitor.cookies.values()][0] ?? ''
  const rows = await stored()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ line }) => line).join()).not.toContain(token)
  server.clock.now = after(300)
  await stranger(server).look(secret)
  expect(await stored()).toHaveLength(1)
})

test('a page gets separate codes for a missing report and for a record without identity data', async () => {
  const visitor = stranger(server)
  await visitor.open(secret)
  const { door } = (await visitor.look(secret)).body.result
  await askAdmin(server, 'update share_link set with_report = false where id = $1', [made.body.result.id])
  const report = await visitor.ask('sharedReport', { door })
  expect([report.status, report.body.code]).toEqual([404, 'no_report'])
  await askAdmin(server, `update study set pat_birthdate = null, pat_id = '' where id = $1`, [id])
  expect((await stranger(server).look(secret)).body.code).toBe('record_incomplete')
})
