import type { Config } from '#server/kernel/config.ts'
import { DataInUseError } from '#server/kernel/database/data-lock.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { dropHalfDemo, isDemoHalfLoaded } from '#server/kernel/database/half-demo.ts'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { prepareOutside } from '#server/kernel/database/outside.ts'
import { findRunning } from '#server/kernel/database/running.ts'

export interface ReachedDatabase extends DatabaseUrls {
  /** Stops what was started for the connection. */
  leave: () => Promise<void>
}

/**
 * Opens the server's database with the newest schema, whether or not the server runs: outside, embedded and
 * running, or embedded and started here. Drops a demo whose loading was interrupted first, as the server
 * does, because later data must not be mixed with it. Throws while a running server loads its demo.
 */
export async function reachDatabase({
  databaseUrl,
  migrationUrl,
  dataDir,
}: Config): Promise<ReachedDatabase> {
  if (databaseUrl !== undefined)
    return { ...(await prepareOutside({ databaseUrl, migrationUrl })), leave: async () => {} }
  try {
    const embedded = await startEmbedded({ dataDir })
    try {
      await dropHalfDemo(dataDir, embedded)
      await migrate(embedded.migrationUrl)
    } catch (error) {
      await embedded.stop()
      throw error
    }
    return { url: embedded.url, migrationUrl: embedded.migrationUrl, leave: embedded.stop }
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error
    if (isDemoHalfLoaded(dataDir))
      throw new Error('The server is loading its demo. Try again when it is ready.', { cause: error })
    const { url, migrationUrl: owners } = findRunning(dataDir)
    return { url, migrationUrl: owners, leave: async () => {} }
  }
}
