import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const VISITS_MIN = 3

/**
 * Builds the client and runs three desks in three real browsers with so many visits while the server is
 * stopped and started (tests/e2e/three-desks.e2e.ts); returns whether every check passed. Throws if `visits`
 * is not a number of visits.
 */
export function runDesks(visits: string): boolean {
  if (!/^\d{1,4}$/.test(visits) || Number(visits) < VISITS_MIN)
    throw new Error(`--desks takes a number of visits from ${VISITS_MIN} on, not "${visits}"`)
  return (
    runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']) &&
    runNode(['node_modules/@playwright/test/cli.js', 'test', 'tests/e2e/three-desks.e2e.ts'], {
      READROOM_DESK_VISITS: visits,
    })
  )
}

function runNode([script = '', ...args]: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}
