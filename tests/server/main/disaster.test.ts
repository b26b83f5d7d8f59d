import { setTimeout as pause } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { copyPreparedData } from '#tests/helpers/database/prepared-data.ts'
import {
  adminUrlOf,
  findPostmaster,
  makeDataDir,
  type ServerProcess,
  signInAsDemo,
  startServerProcess,
} from '#tests/helpers/server-process.ts'
import { startWriter, type Writer } from './writer.ts'

const DISASTERS = ['server', 'database', 'both', 'database', 'server', 'both'] as const
const LONGEST_CALM_MS = 1_200
const DOCTOR = 'dr.mehta'
let place: ReturnType<typeof makeDataDir>
let server: ServerProcess
let address = ''

beforeAll(async () => {
  place = makeDataDir()
  await copyPreparedData(place.dataDir)
  server = startServerProcess(place.dataDir)
  address = await server.ready
}, 90_000)
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended
  place.remove()
})

async function ask<Row extends QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns a study of the doctor's centre without a report text. */
async function findUnwrittenStudy(): Promise<string> {
  const [study] = await ask<{ id: string }>(
    `select s.id from study s join app_user u on u.client_id = s.client_id and u.username = $1
     where s.status = 'Pending' and s.assigned_doctor_id is null and s.branch_id = any (u.branch_ids)
       and not exists (select from report r where r.client_id = s.client_id and r.study_id = s.id)
     order by s.received_datetime desc limit 1`,
    [DOCTOR],
  )
  return study?.id ?? ''
}

async function strike(what: (typeof DISASTERS)[number]): Promise<void> {
  const postmaster = findPostmaster(place.dataDir)
  if (what !== 'server' && postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
  if (what === 'database') return
  server.kill('SIGKILL')
  await server.ended
  server = startServerProcess(place.dataDir)
  address = await server.ready
}

async function untilAcknowledged(writer: Writer, count: number): Promise<void> {
  for (const until = Date.now() + 30_000; writer.acknowledged.length < count; await pause(20)) {
    // The server refuses a save that follows an acknowledged and then lost one.
    expect(writer.refusal()).toBeUndefined()
    if (Date.now() > until)
      throw new Error(`No save was acknowledged any more. The server said: ${server.said()}`)
  }
}

test('kill -9 of server and database at any moment loses and duplicates nothing acknowledged', {
  timeout: 180_000,
}, async () => {
  const studyId = await findUnwrittenStudy()
  const writer = startWriter(() => address, await signInAsDemo(address, DOCTOR), studyId)
  for (const disaster of DISASTERS) {
    await untilAcknowledged(writer, writer.acknowledged.length + 3)
    await pause(Math.random() * LONGEST_CALM_MS)
    await strike(disaster)
  }
  await untilAcknowledged(writer, writer.acknowledged.length + 3)
  await writer.finish()

  const { acknowledged } = writer
  expect(writer.refusal()).toBeUndefined()
  expect(writer.failures(), 'the disasters must have been felt').toBeGreaterThan(3)
  expect(acknowledged.length).toBe(writer.sent())
  const kept = await ask<{ id: string; result_rev: number }>(
    'select id, result_rev from command_log where id = any ($1) and status = 200',
    [acknowledged.map(({ id }) => id)],
  )
  const revs = new Map(kept.map((row) => [row.id, row.result_rev]))
  expect(acknowledged.map(({ id }) => revs.get(id))).toEqual(acknowledged.map(({ rev }) => rev))
  // Each save is one revision: a lost one would leave a gap, a doubled one would skip a number.
  const first = acknowledged[0]?.rev ?? 0
  expect(acknowledged.map(({ rev }) => rev)).toEqual(acknowledged.map((_, index) => first + index))
  const [report] = await ask('select rev, report_data from report where id = $1', [reportIdOf(studyId, 1)])
  expect(report).toEqual({ rev: acknowledged.at(-1)?.rev, report_data: acknowledged.at(-1)?.text })
})
