import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTcpFaultProxy, type TcpFaultProxy } from '#tests/helpers/network/tcp-fault-proxy.ts'
import {
  answerStudies,
  CLIENT,
  eventually,
  type FakeServer,
  openPacsFixture,
  type PacsFixture,
  qidoHeader,
  startFakeServer,
} from './pacs-fixture.ts'

const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const header = (uid: string, values: Record<string, string | number> = {}) =>
  qidoHeader(uid, { '00080020': day, '00100020': `P-${uid}`, ...values })

let desk: PacsFixture
const open: { close: () => Promise<void> }[] = []
const fake = async (answer: Parameters<typeof startFakeServer>[0]): Promise<FakeServer> => {
  const server = await startFakeServer(answer)
  open.push(server)
  return server
}
const serving = (...headers: object[]) => fake(answerStudies(() => headers))
const stateOf = (id: string, state: string, withinMs?: number) =>
  eventually(
    () => desk.pacs(id),
    (row) => row.state === state,
    withinMs,
  )
const arrived = (uid: string, withinMs?: number) =>
  eventually(
    () => desk.studies(),
    (studies) => studies.some((study) => study.study_iuid === uid),
    withinMs,
  )

beforeAll(async () => {
  desk = await openPacsFixture()
  desk.startPolling()
})
afterEach(async () => {
  // Deactivates earlier servers, so that each test has only its own.
  await desk.server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('pacs').set({ active: false }).execute(),
  )
  await Promise.all(open.splice(0).map((server) => server.close()))
})
afterAll(() => desk.close())

test('a server that is down, one that hangs and one with invalid responses delay no other', async () => {
  const good = await serving(header('1.9.1'))
  const target = await serving()
  const down = await startTcpFaultProxy(target.port)
  const hanging = await startTcpFaultProxy(target.port)
  open.push(down, hanging)
  down.set({ kind: 'refuse' })
  hanging.set({ kind: 'hang' })
  const nonsense = await fake((_, response) => response.end('<html>Please sign in</html>'))
  // Starts an answer and never ends it.
  const slow = await fake((_, response) => void response.writeHead(200).write('['))
  const slowId = await desk.addPacs({ db_port: slow.port })
  const downId = await desk.addPacs({ db_port: down.port })
  const hangingId = await desk.addPacs({ db_port: hanging.port })
  const nonsenseId = await desk.addPacs({ db_port: nonsense.port })
  const goodId = await desk.addPacs({ db_port: good.port })
  await arrived('1.9.1')
  // The poll still waits for the hanging server.
  expect((await desk.pacs(hangingId)).state).toBe('never')
  expect((await stateOf(goodId, 'ok')).last_ok).not.toBeNull()
  expect((await stateOf(downId, 'down')).state_detail).toBe('The image server did not answer.')
  expect((await stateOf(nonsenseId, 'nonsense')).state_detail).toBe(
    'The answer of the image server is not JSON.',
  )
  expect((await stateOf(hangingId, 'down')).state_detail).toBe('The image server did not answer.')
  expect((await stateOf(slowId, 'slow')).state_detail).toBe(
    'The image server did not answer within 5 seconds.',
  )
})

test('a server that recovers is polled again and shown as such', async () => {
  const target = await serving(header('1.9.2'))
  const proxy: TcpFaultProxy = await startTcpFaultProxy(target.port)
  open.push(proxy)
  proxy.set({ kind: 'refuse' })
  const id = await desk.addPacs({ db_port: proxy.port })
  await stateOf(id, 'down')
  proxy.set({ kind: 'none' })
  await arrived('1.9.2')
  expect(await stateOf(id, 'ok')).toMatchObject({ state_detail: '' })
})

test.each([
  ['JSON cut short', '[{"0020000D":{"vr":"UI","Val', /not JSON/],
  ['an object', '{"error":"no"}', /not a list/],
  ['a list of what are no studies', '[1,"two",null,{}]', /No study in the answer can be read/],
  ['ten megabytes', `[${'"x",'.repeat(2_500_000)}1]`, /too large/],
  ['a thousand levels', `${'['.repeat(1000)}${']'.repeat(1000)}`, /nested too deeply/],
])('%s is invalid, and nothing of it arrives', async (_, body, words) => {
  const server = await fake((_request, response) => response.end(body))
  const id = await desk.addPacs({ db_port: server.port })
  expect((await stateOf(id, 'nonsense')).state_detail).toMatch(words)
})

test('a truncated response means a server that is down', async () => {
  const target = await serving(...Array.from({ length: 90 }, (_, index) => header(`1.9.3.${index}`)))
  const proxy = await startTcpFaultProxy(target.port)
  open.push(proxy)
  proxy.set({ kind: 'cut', afterBytes: 600 })
  await stateOf(await desk.addPacs({ db_port: proxy.port }), 'down')
  expect((await desk.studies()).some((study) => study.study_iuid.startsWith('1.9.3.'))).toBe(false)
})

test('a redirect is not followed: the password is sent to the configured address', async () => {
  const other = await serving(header('1.9.4'))
  const server = await fake((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/dicom-web/studies` })
    response.end()
  })
  const id = await desk.addPacs({ db_port: server.port, db_user: 'u', db_password: 'p' })
  expect((await stateOf(id, 'nonsense')).state_detail).toBe('The image server answers with status 302.')
  expect(other.asked).toEqual([])
})

test('one unreadable entry is reported and the others arrive', async () => {
  const server = await serving(qidoHeader('not a uid'), header('1.9.5'))
  const id = await desk.addPacs({ db_port: server.port })
  await arrived('1.9.5')
  expect((await stateOf(id, 'ok')).state_detail).toMatch(/cannot be read/)
})

test('text that a database column cannot store is cleaned, and the study arrives', async () => {
  const server = await serving(header('1.9.6', { '00100010': 'Null\0^By\ud800te', '00081030': '\0' }))
  await desk.addPacs({ db_port: server.port })
  const study = (await arrived('1.9.6')).find((each) => each.study_iuid === '1.9.6')
  expect(study?.pat_name).toMatch(/Null/)
  expect(desk.errors).toEqual([])
})

test('an archive of many pages is imported once, its old studies under their own day', async () => {
  const old = Array.from({ length: 250 }, (_, index) =>
    qidoHeader(`1.9.7.${index}`, { '00080020': '20190305', '00080030': '101500' }),
  )
  let headers = old
  const server = await fake(answerStudies(() => headers))
  const id = await desk.addPacs({ db_port: server.port })
  const find = async () => (await desk.studies()).filter((study) => study.study_iuid.startsWith('1.9.7.'))
  const studies = await eventually(find, (found) => found.length === 250)
  expect(studies.every((study) => study.received_datetime.getUTCFullYear() === 2019)).toBe(true)
  await eventually(
    () => desk.pacs(id),
    (row) => row.backlog_done !== null,
  )
  headers = [...old, qidoHeader('1.9.8', { '00080020': '20180101' })]
  const late = (await arrived('1.9.8')).find((study) => study.study_iuid === '1.9.8')
  expect(Date.now() - (late?.received_datetime.getTime() ?? 0)).toBeLessThan(30_000)
})

test('a branch that adds a sender takes its unassigned studies', async () => {
  const clock = { '00080020': '20261103', '00080030': '093000' }
  const server = await serving(header('1.9.9', { '00080054': 'NEW_SCANNER', ...clock }))
  await desk.addPacs({ db_port: server.port })
  const find = async () => (await desk.studies()).find((study) => study.study_iuid === '1.9.9')
  const waiting = await eventually(find, (study) => study !== undefined)
  expect(waiting?.branch_id).toBeNull()
  // 09:30 in the time zone of most branches of the client.
  expect(waiting?.study_datetime?.toISOString()).toBe('2026-11-03T04:00:00.000Z')
  const branch = await desk.server.db.database.tenant(CLIENT, async (tx) => {
    const row = await tx.selectFrom('branch').selectAll().orderBy('name').limit(1).executeTakeFirstOrThrow()
    await tx
      .updateTable('branch')
      .set({ aet_sources: [...row.aet_sources, 'NEW_SCANNER'], time_zone: 'Asia/Dubai' })
      .where('id', '=', row.id)
      .execute()
    return row
  })
  const placed = await eventually(find, (study) => study?.branch_id === branch.id)
  expect(placed?.rev).toBe(2)
  expect(placed?.study_datetime?.toISOString()).toBe('2026-11-03T05:30:00.000Z')
})

test('two server processes share the image servers: each is polled by one, and by the other when it ends', async () => {
  const server = await serving(header('1.9.10'))
  const id = await desk.addPacs({ db_port: server.port })
  const other = desk.startPolling()
  await arrived('1.9.10')
  const holders = new Set<string | null>()
  for (let look = 0; look < 10; look++) {
    holders.add((await desk.pacs(id)).poller_id)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(holders.size).toBe(1)
  expect(holders).not.toContain(null)
  await other.stop()
  const before = server.asked.length
  await eventually(
    async () => server.asked.length,
    (count) => count > before,
  )
  expect((await desk.pacs(id)).poller_id).not.toBeNull()
})

test('a disabled server is no longer polled', async () => {
  const server = await serving(header('1.9.11'))
  const id = await desk.addPacs({ db_port: server.port })
  await arrived('1.9.11')
  await desk.updatePacs(id, { active: false })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const count = server.asked.length
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(server.asked.length).toBe(count)
})
