import { execFile } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { adminUrlOf, makeDataDir, startServerProcess } from '../server-process.ts'
import { centreDay } from './centre-day.ts'

const run = promisify(execFile)
const PREPARED = 'READROOM_TEST_PREPARED'

/**
 * Makes the folder for prepared data of a run of tests: database, demo and keys as a first `npm start` leaves
 * them. A test with its own server begins with a copy.
 */
export function openPreparedFolder(): { folder: string; remove: () => void } {
  const { dataDir, remove } = makeDataDir()
  process.env[PREPARED] = dataDir
  return { folder: dataDir, remove }
}

/**
 * Returns the folder with the demo of today, and creates it first if it does not exist. The demo's day is the
 * day on which it was loaded: a run that crosses the centre's midnight loads it again; otherwise later tests
 * would find no patients of today.
 */
export async function prepareToday(prepared: string): Promise<string> {
  const folder = join(prepared, centreDay())
  if (existsSync(folder)) return folder
  const making = makeDataDir()
  const server = startServerProcess(making.dataDir)
  await server.ready
  await forgetLanguages(making.dataDir)
  server.kill('SIGTERM')
  const code = await server.ended
  if (code !== 0) throw new Error(`The server that prepares the data ended with ${code}: ${server.said()}`)
  try {
    renameSync(making.dataDir, folder)
  } catch (error) {
    // Tests run in parallel: another one created it first.
    if (!existsSync(folder)) throw error
    making.remove()
  }
  return folder
}

/** Walks read English pages: those about languages choose one, or set one in the database. */
async function forgetLanguages(dataDir: string): Promise<void> {
  const client = new Client({ connectionString: adminUrlOf(dataDir) })
  await client.connect()
  try {
    await client.query('update patient set language = null where language is not null')
    await client.query('update branch set patient_language = null where patient_language is not null')
  } finally {
    await client.end()
  }
}

/**
 * Copies the prepared data into a new server's folder; a server outside tests (a benchmark's) begins with an
 * empty folder.
 */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = process.env[PREPARED]
  if (prepared === undefined) return
  // Keeps the owners: PostgreSQL runs as another user if the tests run as root.
  await run('cp', ['-a', `${await prepareToday(prepared)}/.`, dataDir])
}
