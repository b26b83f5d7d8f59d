// npm run check: types, lint, format, dead code, walls. All run, so that one look shows everything that is wrong.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'

readCommandLine({
  usage:
    'npm run check\n\nTypes, lint, format, dead code and walls. All run, so that one look shows everything that is wrong.',
})

const root = resolve(import.meta.dirname, '..')
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }
// More checkers than cores check the same types twice.
const CHECKERS = String(Math.min(availableParallelism(), 4))
const CHECKS = [
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json', '--checkers', CHECKERS] },
  { name: 'types of the service worker', command: 'tsc', args: ['-p', 'tsconfig.sw.json'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'biome', args: ['ci', '.'] },
  { name: 'dead code', command: 'knip', args: [] },
  {
    name: 'walls',
    command: 'vitest',
    args: ['run', '--project', 'node-threads', 'tests/architecture', '--reporter=dot'],
  },
]

const failed = CHECKS.filter(({ name, command, args }) => {
  const began = performance.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  )
  return status !== 0
})
process.exit(failed.length > 0 ? 1 : 0)
