import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import { FAULTS, type FaultyServer, startFaultyServer } from './faulty-server.ts'
import {
  answerStudies,
  eventually,
  openPacsFixture,
  type PacsFixture,
  qidoHeader,
  startFakeServer,
} from './pacs-fixture.ts'

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const WORDS: Record<keyof typeof FAULTS, RegExp> = {
  slow: /did not answer within 5 seconds/,
  cut: /did not answer/,
  html: /not JSON/,
  wrongJson: /not a list of studies/,
  refused: /refuses the user name or the password/,
  busy: /asks for a pause of 2 seconds \(429\)/,
  resting: /asks for a pause of 2 seconds \(503\)/,
  broken: /answers with error 500/,
}
const KINDS = Object.keys(FAULTS) as (keyof typeof FAULTS)[]
const studiesOf = (kind: keyof typeof FAULTS) =>
  Array.from({ length: 130 }, (_, at) =>
    qidoHeader(`1.32.${KINDS.indexOf(kind)}.${at}`, {
      '00080020': at % 2 === 0 ? today : '20190305',
    }),
  )
const uidOf = (header: object) => (header as Record<string, { Value: string[] }>)['0020000D']?.Value[0] ?? ''

let desk: PacsFixture
const servers: FaultyServer[] = []
beforeAll(async () => {
  desk = await openPacsFixture()
  desk.startPolling()
})
afterAll(async () => {
  await desk?.close()
  await Promise.all(servers.map((server) => server.close()))
})

test('every fault is explained in words, and after recovery every study has arrived once', async () => {
  const ids = await Promise.all(
    KINDS.map(async (kind) => {
      const server = await startFaultyServer(
        kind,
        answerStudies(() => studiesOf(kind), { cap: 50 }),
      )
      servers.push(server)
      return desk.addPacs({ db_port: server.port })
    }),
  )
  for (const [at, kind] of KINDS.entries()) {
    const row = await eventually(
      () => desk.pacs(ids[at] ?? ''),
      (found) => found.state !== 'never',
      15_000,
    )
    expect(row.state_detail).toMatch(WORDS[kind])
    expect(['down', 'slow', 'nonsense']).toContain(row.state)
  }
  expect(await desk.studies()).toEqual([])
  for (const server of servers) server.heal()
  const expected = KINDS.flatMap(studiesOf)
    .map(uidOf)
    .sort((a, b) => a.localeCompare(b))
  const arrived = async () =>
    (await desk.studies()).map((study) => study.study_iuid ?? '').sort((a, b) => a.localeCompare(b))
  expect(await eventually(arrived, (uids) => uids.length >= expected.length, 40_000)).toEqual(expected)
  for (const id of ids)
    await eventually(
      () => desk.pacs(id),
      (row) => row.state === 'ok' && row.state_detail === '',
    )
}, 60_000)

test('a server that requests a pause is left alone for that long', async () => {
  const times: number[] = []
  const server = await startFakeServer((_, response) => {
    times.push(Date.now())
    response.writeHead(429, { 'retry-after': '4' }).end()
  })
  await desk.addPacs({ db_port: server.port })
  await eventually(
    async () => times.length,
    (count) => count >= 2,
  )
  await server.close()
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(4_000)
})

test('a study that the database refuses is reported, and the others arrive', async () => {
  await asOwner(desk.server.db.migrationUrl, (owner) =>
    owner.query("alter table study add constraint poison check (study_iuid <> '1.32.9.2')"),
  )
  const headers = ['1.32.9.1', '1.32.9.2', '1.32.9.3'].map((uid) => qidoHeader(uid, { '00080020': today }))
  const server = await startFakeServer(answerStudies(() => headers))
  const id = await desk.addPacs({ db_port: server.port })
  const uids = async () => (await desk.studies()).map((study) => study.study_iuid)
  await eventually(uids, (found) => found.includes('1.32.9.1') && found.includes('1.32.9.3'))
  const row = await eventually(
    () => desk.pacs(id),
    (found) => found.state_detail !== '',
  )
  expect(row.state_detail).toBe('A study could not be stored here: 1.32.9.2.')
  await asOwner(desk.server.db.migrationUrl, (owner) =>
    owner.query('alter table study drop constraint poison'),
  )
  await eventually(uids, (found) => found.includes('1.32.9.2'))
  await server.close()
})
