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

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

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

const MODALITIES = ['CT', 'MR', 'US', 'SR']
/** Studies of eight years; sixty of them are of today. */
const archive = (name: string) =>
  Array.from({ length: 240 }, (_, at) =>
    qidoHeader(`${name}.${at}`, {
      '00080020': at < 60 ? dayAgo(0) : dayAgo(at * 13),
      '00080061': MODALITIES[at % 4] ?? '',
      '00100020': `P-${at}`,
    }),
  )
async function serve(headers: readonly object[], habits: ListHabits): Promise<string> {
  server = await startFakeServer(answerStudies(() => headers, habits))
  return desk.addPacs({ db_port: server.port })
}
const uidsOf = async (name: string) =>
  (await desk.studies()).map((study) => study.study_iuid).filter((uid) => uid.startsWith(`${name}.`))
const allOf = (name: string, count: number) =>
  eventually(
    () => uidsOf(name),
    (uids) => uids.length >= count,
    20_000,
  )
const swept = (id: string) =>
  eventually(
    () => desk.pacs(id),
    (row) => row.backlog_done !== null,
    20_000,
  )

test.each([
  ['413, more than 20 matches', '1.31.1', { refusesOver: { matches: 20, status: 413 } }],
  ['400, more than 100 matches', '1.31.2', { refusesOver: { matches: 100, status: 400 } }],
  ['400, more than 1,000 days', '1.31.9', { refusesDays: 1_000 }],
  ['413, and gives 12 at once', '1.31.3', { refusesOver: { matches: 100, status: 413 }, cap: 12 }],
] as const)(
  'a server that refuses broad queries (%s) is read in slices to its end',
  async (_, name, habits) => {
    const id = await serve(archive(name), habits)
    const row = await swept(id)
    expect(new Set(await allOf(name, 240)).size).toBe(240)
    expect(row).toMatchObject({ state: 'ok' })
    expect(row.state_detail).toMatch(/refuses broad queries/)
  },
)

test('today’s new studies of such a server arrive with the next pass', async () => {
  const headers = archive('1.31.4')
  const id = await serve(headers, { refusesOver: { matches: 20, status: 413 } })
  await swept(id)
  headers.push(qidoHeader('1.31.4.late', { '00080020': dayAgo(0), '00080061': 'CT' }))
  headers.push(qidoHeader('1.31.4.999', { '00080020': dayAgo(0), '00080061': 'CT' }))
  await eventually(
    () => uidsOf('1.31.4'),
    (uids) => uids.includes('1.31.4.999'),
    5_000,
  )
})

test('a server that ends every response after 100 studies is queried in smaller slices', async () => {
  const id = await serve(archive('1.31.5'), { endsAfter: 100 })
  await swept(id)
  expect(await allOf('1.31.5', 240)).toHaveLength(240)
})

test('a server that always returns its first page is queried in smaller slices', async () => {
  const id = await serve(archive('1.31.6'), { ignoresOffset: true })
  await swept(id)
  expect(await allOf('1.31.6', 240)).toHaveLength(240)
})

test('a short page in the middle is not the end: rejected studies are left out of it', async () => {
  const headers = archive('1.31.7')
  const isRejected = (header: object) => JSON.stringify(header).includes('1.31.7.150"')
  const id = await serve(headers, { leavesOut: isRejected })
  await swept(id)
  expect(await allOf('1.31.7', 239)).toHaveLength(239)
})

test('a server that refuses every query is an error, and is not queried for every day since 1985', async () => {
  server = await startFakeServer((_, response) => void response.writeHead(400).end())
  const id = await desk.addPacs({ db_port: server.port })
  const row = await eventually(
    () => desk.pacs(id),
    (found) => found.state !== 'never',
  )
  expect(row).toMatchObject({ state: 'nonsense', state_detail: 'The image server answers with status 400.' })
  expect(server?.asked.length).toBeLessThan(120)
})
