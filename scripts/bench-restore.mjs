// npm run bench:restore: how long until three devices have brought back what a restore lost.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:restore [-- --small]

Three devices with 500 journaled payments each meet a server that was restored from a backup of before them; measures from their
contact until all is back with its numbers, and writes its section of docs/benchmarks.md. For engineers.

  --small              20 payments each, and nothing is written`,
  options: { small: { type: 'boolean', default: false } },
})
const root = join(import.meta.dirname, '..')
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'node',
    'tests/sync/with-server/all-back.test.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RESTORE_BENCH: values.small ? '20' : '500' } },
)
process.exitCode = status ?? 1
