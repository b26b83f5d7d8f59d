import type { Config } from '#server/kernel/config.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { dropHalfDemo } from '#server/kernel/database/half-demo.ts'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { prepareOutside } from '#server/kernel/database/outside.ts'
import { findCertificate } from '#server/kernel/tls/certificate.ts'
import { demandFolders } from './folders.ts'
import { demandSameKeys } from './same-keys.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Starts the server step by step; each step tells `shutdown` how to undo it. The code of the calls is most of the
 * server: it is loaded while the embedded database starts, or after an outside one has answered, so that a wrong
 * setting is refused at once. Returns the port that it listens on.
 */
export async function startServer(config: Config, shutdown: Shutdown): Promise<number> {
  demandFolders(config)
  const preparing = prepareDatabase(config, shutdown)
  if (config.databaseUrl === undefined) loadAhead()
  const { url, migrationUrl } = await preparing
  await demandSameKeys(migrationUrl, config)
  const database = await openDatabase({ url })
  shutdown.add(() => database.close())
  const tls = await findCertificate(config, new Date())
  const { serveCalls } = await import('./serve-calls.ts')
  return serveCalls({ config, shutdown, database, url, migrationUrl, tls })
}

/**
 * The postmaster was started before: both load in parallel. Load errors surface in the import that is awaited later.
 */
function loadAhead(): void {
  import('./serve-calls.ts').catch(() => undefined)
}

async function prepareDatabase(config: Config, shutdown: Shutdown): Promise<DatabaseUrls> {
  const { databaseUrl, migrationUrl, dataDir } = config
  if (databaseUrl !== undefined) return prepareOutside({ databaseUrl, migrationUrl })
  const embedded = await startEmbedded({ dataDir, report: (words) => console.error(words) })
  shutdown.add(embedded.stop)
  await dropHalfDemo(dataDir, embedded)
  await migrate(embedded.migrationUrl)
  return embedded
}
