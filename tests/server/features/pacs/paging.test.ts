import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  answerStudies,
  CLIENT,
  eventually,
  type FakeServer,
  type ListHabits,
  openPacsFixture,
  type PacsFixture,
  qidoHeader,
  startFakeServer,
} from './pacs-fixture.ts'

const STUDIES = 230
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')

let desk: PacsFixture
let server: FakeServer | undefined
beforeAll(async () => {
  desk = await openPacsFixture()
  desk.startPolling()
})
afterEach(async () => {
  await desk.server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('pacs').set({ active: false }).execute(),
  )
  await server?.close()
})
afterAll(() => desk?.close())

const archive = (name: string, day: string) =>
  Array.from({ length: STUDIES }, (_, at) =>
    qidoHeader(`${name}.${at}`, { '00080020': day, '00100020': `P-${at}` }),
  )
async function serve(headers: readonly object[], habits: ListHabits): Promise<string> {
  server = await startFakeServer(answerStudies(() => headers, habits))
  return desk.addPacs({ db_port: server.port })
}
const countOf = async (name: string) =>
  (await desk.studies()).filter((study) => study.study_iuid.startsWith(`${name}.`)).length

test.each([
  ['12', '1.21.1', { cap: 12 }],
  ['50', '1.21.2', { cap: 50 }],
  ['100', '1.21.3', { cap: 100 }],
  ['200', '1.21.4', { cap: 200 }],
  ['40, as status 206 says,', '1.21.9', { cap: 40, isPartial: true }],
] as const)(
  'a server that returns %s studies at once, whatever the requested number, is read to its end',
  async (_, name, habits) => {
    const id = await serve(archive(name, '20190305'), habits)
    await eventually(
      () => countOf(name),
      (count) => count === STUDIES,
      20_000,
    )
    await eventually(
      () => desk.pacs(id),
      (row) => row.backlog_done !== null,
    )
  },
)

test('all of today’s studies on such a server arrive in one pass', async () => {
  await serve(archive('1.21.5', today), { cap: 50 })
  await eventually(
    () => countOf('1.21.5'),
    (count) => count === STUDIES,
  )
  const offsets = await eventually(
    async () =>
      (server?.asked ?? [])
        .filter((path) => path.includes('StudyDate='))
        .map((path) => new URL(path, 'http://x').searchParams.get('offset')),
    // The poller requests the empty page after the last study has arrived.
    (asked) => asked.length >= 6,
  )
  expect(offsets.slice(0, 6)).toEqual(['0', '50', '100', '150', '200', '230'])
})

test('a server that ignores limit and offset is read once a pass, without an error', async () => {
  const id = await serve(archive('1.21.6', today), { ignoresOffset: true, ignoresLimit: true })
  const row = await eventually(
    () => desk.pacs(id),
    (found) => found.backlog_done !== null,
  )
  expect(await countOf('1.21.6')).toBe(STUDIES)
  expect(row).toMatchObject({ state: 'ok', state_detail: '' })
})

test('a server that returns its first page for every day is reported to hide the rest', async () => {
  const id = await serve(archive('1.21.7', today), { ignoresOffset: true, ignoresDays: true })
  const row = await eventually(
    () => desk.pacs(id),
    (found) => found.state_detail !== '',
  )
  expect(row).toMatchObject({ state: 'ok', state_detail: expect.stringMatching(/first 100 studies/) })
})

test('a path without a DICOMweb service is an error, and an empty archive is not', async () => {
  server = await startFakeServer((_, response) => {
    response.statusCode = 404
    response.end()
  })
  const id = await desk.addPacs({ db_port: server.port })
  const wrong = await eventually(
    () => desk.pacs(id),
    (row) => row.state !== 'never',
  )
  expect(wrong).toMatchObject({
    state: 'nonsense',
    state_detail: 'The image server has no DICOMweb service at this path (404).',
  })
  await server.close()
  const empty = await serve([], {})
  const right = await eventually(
    () => desk.pacs(empty),
    (row) => row.state !== 'never',
  )
  expect(right).toMatchObject({ state: 'ok', state_detail: '' })
})
