#!/usr/bin/env node
// Asks every call as every role and holds the answers against the reviewed tables; `--write` writes the tables anew.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const isWriting = process.argv.includes('--write')
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', 'tests/server/matrix'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(isWriting && { MATRIX_WRITE: '1' }) } },
)
process.exitCode = status ?? 1
