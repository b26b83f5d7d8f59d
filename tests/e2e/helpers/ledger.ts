import { expect } from '@playwright/test'
import { Client } from 'pg'
import { adminUrlOf } from '#tests/helpers/server-process.ts'
import { DEMO_SIGN_IN } from './people.ts'
import type { RunningServer } from './server/running-server.ts'

/** The server's data of a study's first report. */
export interface StoredReport {
  rev: number
  status: string
  text: string
  /** Status and text of each stored version, oldest first. */
  versions: { status: string; text: string }[]
}

/** Queries the server's own database, independent of the tested code. */
export async function ask<Row>(server: RunningServer, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrlOf(server.dataDir) })
  // The query itself rejects if the database is killed during it.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Row[]
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Assigns `username` so many studies without a report, and returns their ids. Writes to the server's own
 * database before the person's browser is opened: its first pull fetches them.
 */
export async function giveStudies(
  server: RunningServer,
  count: number,
  username: string = DEMO_SIGN_IN.senior,
): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    server,
    `update study set assigned_doctor_id = doctor.id, assigned_on = now()
       from app_user doctor
      where doctor.username = $1 and (study.client_id, study.id) in (
        select s.client_id, s.id from study s
         where s.client_id = doctor.client_id and s.status = 'Pending' and s.assigned_doctor_id is null
           and s.hidden is null
         order by s.received_datetime desc limit $2)
      returning study.id`,
    [username, count],
  )
  expect(rows, 'the demo has enough studies that nobody reports').toHaveLength(count)
  return rows.map(({ id }) => id)
}

export async function findReport(server: RunningServer, studyId: string): Promise<StoredReport | undefined> {
  const [report] = await ask<{ rev: number; status: string; text: string }>(
    server,
    'select rev, status, report_data as text from report where study_id = $1 and report_no = 1',
    [studyId],
  )
  const versions = await ask<{ status: string; text: string }>(
    server,
    'select status, report_data as text from report_version where study_id = $1 order by rev, created',
    [studyId],
  )
  return report && { ...report, versions }
}

/** Expects that each of these commands took effect once. */
export async function expectEachOnce(server: RunningServer, ids: readonly string[]): Promise<void> {
  expect(ids.length, 'there was something to deliver').toBeGreaterThan(0)
  const done = await ask<{ id: string }>(
    server,
    'select id from command_log where id = any($1::uuid[]) and status between 200 and 299',
    [ids],
  )
  expect(done.map(({ id }) => id).sort()).toEqual([...ids].sort())
}
