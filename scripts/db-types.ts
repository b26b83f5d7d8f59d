// npm run db:types: writes server/kernel/database/schema.ts anew from the migrations, on a throw-away database.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'

const root = join(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'readroom-types-'))
// Where the server runs as root its PostgreSQL is another account, which must be able to enter.
chmodSync(home, 0o755)
const embedded = await startEmbedded({ dataDir: home, settings: ['fsync=off'] })
let status: number | null = 1
try {
  await migrate(embedded.url)
  const args = [
    ['--dialect', 'postgres'],
    ['--url', embedded.url],
    ['--default-schema', 'public'],
    ['--exclude-pattern', 'migration'],
    // As the pool parses them (server/kernel/database/pool.ts).
    ['--date-parser', 'string'],
    ['--type-mapping', '{"int8":"number"}'],
    ['--out-file', 'server/kernel/database/schema.ts'],
  ].flat()
  status = spawnSync(join(root, 'node_modules', '.bin', 'kysely-codegen'), args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }).status
} finally {
  await embedded.stop()
  rmSync(home, { recursive: true, force: true })
}
process.exit(status ?? 1)
