import { rmSync, writeFileSync } from 'node:fs'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { hasDemo } from '#server/features/demo/find-demo.ts'
import { loadDemo } from '#server/features/demo/load-demo.ts'
import type { KeepFile } from '#server/features/demo/papers/pictures.ts'
import { demoMark } from '#server/kernel/backup/data-folder.ts'
import type { Config } from '#server/kernel/config.ts'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import type { Database } from '#server/kernel/database/open-database.ts'

export interface DemoStart {
  config: Config
  database: Database
  migrationUrl: string
  keepFile: KeepFile
  now: Date
}

/**
 * Loads the demo into an installation that has no administrator and no client: into an empty embedded database, and
 * into an outside one if `--demo` asks for it; never if the settings forbid it. Returns whether the demo is there now.
 * Throws if `--demo` asks for it in an installation that is already in use.
 */
export async function loadDemoAtStart({
  config,
  database,
  migrationUrl,
  keepFile,
  now,
}: DemoStart): Promise<boolean> {
  if (await hasDemo(database)) return true
  if (config.demo === 'never' || (config.demo === 'empty' && config.databaseUrl !== undefined)) return false
  if (await isInUse(migrationUrl)) {
    if (config.demo === 'empty') return false
    throw new Error(
      'The demo was asked for by --demo, and this installation has an administrator or clients already. The demo has public passwords and is never put beside them: start without --demo.',
    )
  }
  const mark = config.databaseUrl === undefined ? demoMark(config.dataDir) : undefined
  if (mark) writeFileSync(mark, '')
  await loadDemo(database, now, keepFile, { withHistory: true })
  await analyze(migrationUrl)
  if (mark) rmSync(mark)
  return true
}

/** Updates PostgreSQL's table statistics, so that the first lists and sums are not planned for empty tables. */
async function analyze(migrationUrl: string): Promise<void> {
  await asOwner(migrationUrl, (client) => client.query('analyze'))
}

/**
 * True if there is a client besides the platform itself, which every database has from the start, or any user. Queried
 * as the owner: the application's role sees a client only inside its own transaction.
 */
async function isInUse(migrationUrl: string): Promise<boolean> {
  const { rows } = await asOwner(migrationUrl, (client) =>
    client.query<{ used: boolean }>(
      'select exists (select from client where id <> $1) or exists (select from app_user) as used',
      [PLATFORM_CLIENT_ID],
    ),
  )
  return rows[0]?.used === true
}
