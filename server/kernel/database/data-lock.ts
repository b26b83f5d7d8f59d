import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, startOf } from './process-identity.ts'

const GUARD_STALE_MS = 10_000
const GUARD_TRIES = 200
const GUARD_PAUSE_MS = 50

interface Owner {
  pid: number
  start: string
}

/** Thrown if another running server holds the data directory. */
export class DataInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Readroom server (process ${pid}) is using ${dataDir}. Stop it first, or give this one its own READROOM_DATA.`,
    )
    this.name = 'DataInUseError'
  }
}

/**
 * Locks the data directory for this process, or throws DataInUseError. Takes over a lock left by a killed server.
 * Returns a function that releases it.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'server.lock')
  return guarded(`${file}.guard`, () => {
    const owner = findOwner(file)
    if (owner !== undefined && isAlive(owner)) throw new DataInUseError(dataDir, owner.pid)
    const mine: Owner = { pid: process.pid, start: startOf(process.pid) }
    writeFileSync(file, JSON.stringify(mine))
    return () => rmSync(file, { force: true })
  })
}

/** Checking and taking must be one step, or two servers could both find the lock of a dead third. */
function guarded<T>(guard: string, run: () => T): T {
  for (let attempt = 0; ; attempt++)
    try {
      mkdirSync(guard)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === GUARD_TRIES) throw error
      if (ageOf(guard) > GUARD_STALE_MS) rmSync(guard, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GUARD_PAUSE_MS)
    }
  try {
    return run()
  } finally {
    rmdirSync(guard)
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

function findOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

function isAlive(owner: Owner): boolean {
  return isRunning(owner.pid) && (owner.start === '' || startOf(owner.pid) === owner.start)
}
