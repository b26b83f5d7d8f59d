import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The clock of a walk's server. It is set before the server starts; a change takes effect at the next start. */
export interface ServerClock {
  /** The environment for the server's start. */
  env: Record<string, string>
  set: (now: Date) => void
  /** Returns the present time by this clock. */
  now: () => Date
  remove: () => void
}

/**
 * Makes a clock that a walk sets, so that a day can end and the next one begin. Database and browsers keep
 * their own clocks.
 */
export function makeServerClock(): ServerClock {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-clock-'))
  const file = join(folder, 'ahead')
  const shift = join(import.meta.dirname, 'shift-clock.ts')
  let ahead = 0
  return {
    env: { NODE_OPTIONS: `--import=${shift}`, READROOM_TEST_CLOCK: file },
    set: (now) => {
      ahead = now.getTime() - Date.now()
      writeFileSync(file, String(ahead))
    },
    now: () => new Date(Date.now() + ahead),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
