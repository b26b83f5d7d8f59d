import type { Config } from '#server/kernel/config.ts'
import { DataInUseError } from '#server/kernel/database/data-lock.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { findRunning } from '#server/kernel/database/running.ts'

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
    return { url: findRunning(dataDir).url, leave: async () => {} }
  }
}
