import { execFileSync } from 'node:child_process'
import { makeDataDir, startServerProcess } from '#tests/helpers/server-process.ts'

const PREPARED = 'READROOM_TEST_PREPARED'

/**
 * Before all walks: one server is started on empty data, as `npm start` does, and ended. Its data (database, demo, keys)
 * are what the server of each walk begins with, so that a walk waits for its server and not for the demo.
 */
export default async function prepareData(): Promise<() => void> {
  const { dataDir, remove } = makeDataDir()
  const server = startServerProcess(dataDir)
  await server.ready
  server.kill('SIGTERM')
  const code = await server.ended
  if (code !== 0) throw new Error(`The server that prepares the data ended with ${code}: ${server.said()}`)
  process.env[PREPARED] = dataDir
  return remove
}

/** Gives a new server what was prepared; one that no walk starts (a benchmark's) begins with nothing. */
export function copyPreparedData(dataDir: string): void {
  const prepared = process.env[PREPARED]
  // With its owners: PostgreSQL runs as another user where the tests run as root.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
}
