import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/kernel/config.ts'
import { DataInUseError } from '#server/kernel/database/data-lock.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'

export interface ReachedDatabase {
  url: string
  /** Stops what was started to reach it. */
  leave: () => Promise<void>
}

/** The server's database, whether the server runs or not: outside, embedded and running, or embedded and started here. */
export async function reachDatabase({ databaseUrl, dataDir }: Config): Promise<ReachedDatabase> {
  if (databaseUrl) return { url: databaseUrl, leave: async () => {} }
  try {
    const embedded = await startEmbedded({ dataDir })
    await migrate(embedded.url)
    return { url: embedded.url, leave: embedded.stop }
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error
    return { url: runningUrl(dataDir), leave: async () => {} }
  }
}

/** The address of a running embedded database, from what PostgreSQL itself keeps beside its data. */
function runningUrl(dataDir: string): string {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) throw new Error('The server is just starting. Try again in a moment.')
  // Lines: process, data directory, start, port, socket directory, address it listens on.
  const [, , , port = '', socketDir = ''] = readFileSync(file, 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  return socketDir === ''
    ? `postgres://readroom:${password}@127.0.0.1:${port}/readroom`
    : `postgres://readroom:${password}@/readroom?host=${encodeURIComponent(socketDir)}&port=${port}`
}
