// npm run matrix: asks every call as every role and holds the answers against the reviewed tables.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run matrix [-- --write]

Asks every call as every role of the demo and holds the answers against tests/server/matrix/snapshot. For engineers.

  --write              writes the tables anew; review what changed`,
  options: { write: { type: 'boolean', default: false } },
})
const root = join(import.meta.dirname, '..')
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', 'tests/server/matrix'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(values.write && { MATRIX_WRITE: '1' }) } },
)
process.exitCode = status ?? 1
