import { Pool } from 'pg'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { seedStudies } from '#server/features/demo/seed-studies.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { findRunning } from '#server/kernel/database/running.ts'
import { startOwnServer } from '#tests/e2e/helpers/server/running-server.ts'
import { adminUrlOf } from '#tests/helpers/server-process.ts'
import type { RestartableServer } from './child.ts'

/** Seeded studies arrive within so many days, so that every one of them is on the device. */
const DAYS = 60

/** The real server with a real database, and queries of its stored data. */
export interface OurServer extends RestartableServer {
  /** Returns ids of studies without a report; each is returned once. */
  freshStudies: (count: number) => string[]
  /** Returns how often each report 1 was written, by study. */
  effects: () => Promise<Record<string, number>>
}

/** Starts the server on empty data, with the demo and `studies` more studies. */
export async function startOurServer(studies: number): Promise<OurServer> {
  const server = await startOwnServer()
  // Its PostgreSQL is queried directly, independent of the measured code.
  const admin = new Pool({
    connectionString: adminUrlOf(server.dataDir),
    max: 1,
    connectionTimeoutMillis: 2_000,
  })
  // The database ends with the killed server; the next query connects again.
  admin.on('error', () => undefined)
  try {
    await seed(server.dataDir, studies)
    const fresh = await blankAll(admin)
    return {
      ...server,
      stop: async () => {
        await admin.end().catch(() => undefined)
        await server.stop()
      },
      freshStudies: (count) => {
        if (fresh.length < count)
          throw new Error(`${count} unwritten studies are asked for, ${fresh.length} are left`)
        return fresh.splice(0, count)
      },
      effects: async () => {
        const { rows } = await admin.query<{ study_id: string; rev: number }>(
          'select study_id, rev from report where client_id = $1 and report_no = 1 and report_name = $2',
          [SANJEEVANI.id, 'Receipt'],
        )
        return Object.fromEntries(rows.map(({ study_id, rev }) => [study_id, rev]))
      },
    }
  } catch (error) {
    await admin.end().catch(() => undefined)
    await server.stop()
    throw error
  }
}

async function seed(dataDir: string, count: number): Promise<void> {
  const database = await openDatabase({ url: findRunning(dataDir).url })
  try {
    await seedStudies(database, { centre: SANJEEVANI, count, now: new Date(), days: DAYS, report: () => {} })
  } finally {
    await database.close()
  }
}

/** Makes every study of the centre unassigned and unwritten; returns them, newest first. */
async function blankAll(admin: Pool): Promise<string[]> {
  for (const table of ['report_version', 'report_addendum', 'report'])
    await admin.query(`delete from ${table} where client_id = $1`, [SANJEEVANI.id])
  await admin.query(
    `update study set status = 'Pending', no_of_reports = 1, assigned_doctor_id = null, assigned_on = null,
     signed_by_doctor_id = null, signed_on = null, verified_by_id = null, verified_on = null where client_id = $1`,
    [SANJEEVANI.id],
  )
  const { rows } = await admin.query<{ id: string }>(
    'select id from study where client_id = $1 and hidden is null and branch_id is not null order by received_datetime desc',
    [SANJEEVANI.id],
  )
  await admin.query('vacuum analyze')
  return rows.map(({ id }) => id)
}
