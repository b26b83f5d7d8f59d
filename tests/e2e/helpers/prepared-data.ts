import { execFile } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeDataDir, startServerProcess } from '#tests/helpers/server-process.ts'
import { centreDay } from './centre-day.ts'

const run = promisify(execFile)
const PREPARED = 'READROOM_TEST_PREPARED'

/**
 * Before all walks: one server is started on empty data, as `npm start` does, and ended. Its data (database, demo, keys)
 * is what the server of each walk begins with, so that a walk waits for its server and not for the demo.
 */
export default async function prepareData(): Promise<() => void> {
  const { dataDir, remove } = makeDataDir()
  process.env[PREPARED] = dataDir
  await preparedToday(dataDir)
  return remove
}

/**
 * Returns the folder with the demo of today. The demo's day is the day on which it was loaded: a run that crosses the
 * centre's midnight loads it again, or its later walks would find nobody who waits today.
 */
async function preparedToday(prepared: string): Promise<string> {
  const folder = join(prepared, centreDay())
  if (existsSync(folder)) return folder
  const making = makeDataDir()
  const server = startServerProcess(making.dataDir)
  await server.ready
  server.kill('SIGTERM')
  const code = await server.ended
  if (code !== 0) throw new Error(`The server that prepares the data ended with ${code}: ${server.said()}`)
  try {
    renameSync(making.dataDir, folder)
  } catch (error) {
    // Walks run side by side: another one was faster.
    if (!existsSync(folder)) throw error
    making.remove()
  }
  return folder
}

/** Copies the prepared data into a new server's folder; a server that no walk starts (a benchmark's) begins with nothing. */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = process.env[PREPARED]
  if (prepared === undefined) return
  // With its owners: PostgreSQL runs as another user where the tests run as root.
  await run('cp', ['-a', `${await preparedToday(prepared)}/.`, dataDir])
}
