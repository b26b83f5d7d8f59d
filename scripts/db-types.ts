// npm run db:types: generates server/kernel/database/schema.ts from the migrations, on a temporary database.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, getDialect } from 'kysely-codegen'
import { Pool } from 'pg'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { readCommandLine } from './lib/command-line.mjs'

readCommandLine({
  usage: `npm run db:types

Writes server/kernel/database/schema.ts anew from the migrations, on a throw-away database. For engineers, after a migration.`,
})

const home = mkdtempSync(join(tmpdir(), 'readroom-types-'))
// If the server runs as root, PostgreSQL uses another account, which must be able to enter.
chmodSync(home, 0o755)
const embedded = await startEmbedded({ dataDir: home, settings: ['fsync=off'] })
try {
  await migrate(embedded.migrationUrl)
  // As the pool parses them (server/kernel/database/pool.ts).
  const dialect = getDialect('postgres', { dateParser: 'string' })
  const pool = new Pool({ connectionString: embedded.migrationUrl })
  // A database that stops reports it to connections that are still closing.
  pool.on('error', () => {})
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await generate({
    db,
    dialect,
    defaultSchemas: ['public'],
    excludePattern: 'migration',
    typeMapping: { int8: 'number' },
    outFile: join(import.meta.dirname, '..', 'server', 'kernel', 'database', 'schema.ts'),
  })
  await db.destroy()
} finally {
  await embedded.stop()
  rmSync(home, { recursive: true, force: true })
}
