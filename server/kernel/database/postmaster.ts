import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { stopOrphanPostgres } from './orphan-postgres.ts'
import { type PostgresLocation, type PostgresProcess, startPostgres } from './postgres-process.ts'

const RETRY_MS = 250
const RETRY_CEILING_MS = 5_000
const FIRST_START_TIMEOUT_MS = 20_000

/** A supervised PostgreSQL of ours. */
export interface Postmaster {
  /** Set on Windows only; elsewhere it listens on the unix socket alone. */
  port: number | undefined
  pid: () => number | undefined
  stop: () => Promise<void>
}

/** How a supervisor reports to its owner: text without patient data. */
export type Report = (words: string) => void

/**
 * Runs PostgreSQL on the cluster and keeps it running: if it dies it is restarted, and its write-ahead log restores
 * everything acknowledged. One left running by a killed server is ended first.
 */
export async function runPostmaster(
  place: Omit<PostgresLocation, 'port'>,
  report: Report,
): Promise<Postmaster> {
  await stopOrphanPostgres(place.cluster)
  const port = process.platform === 'win32' ? await freePort() : undefined
  const whole = { ...place, port }
  let isStopping = false
  let running = await startWithin(whole, FIRST_START_TIMEOUT_MS)

  async function keepRunning(): Promise<void> {
    for (;;) {
      const words = await running.ended
      if (isStopping) return
      report(`The database ended and is started again. ${words}`)
      const next = await startAgain(whole, () => isStopping, report)
      if (next === undefined) return
      running = next
      report('The database is back.')
    }
  }
  const kept = keepRunning()
  return {
    port,
    pid: () => running.pid,
    stop: async () => {
      isStopping = true
      await running.stop()
      await kept
    },
  }
}

/** Workers of a killed postmaster hold its shared memory for a moment; the next one refuses to start until they end. */
async function startWithin(place: PostgresLocation, timeoutMs: number): Promise<PostgresProcess> {
  for (const until = Date.now() + timeoutMs; ; await pause(RETRY_MS))
    try {
      return await startPostgres(place)
    } catch (error) {
      const isHeld = error instanceof Error && /shared memory block|lock file/.test(error.message)
      if (!isHeld || Date.now() > until) throw error
    }
}

async function startAgain(
  place: PostgresLocation,
  isStopping: () => boolean,
  report: Report,
): Promise<PostgresProcess | undefined> {
  for (let waitMs = RETRY_MS; ; waitMs = Math.min(waitMs * 2, RETRY_CEILING_MS)) {
    await pause(waitMs)
    if (isStopping()) return undefined
    try {
      const started = await startPostgres(place)
      if (!isStopping()) return started
      await started.stop()
      return undefined
    } catch (error) {
      if (waitMs === RETRY_CEILING_MS) report(error instanceof Error ? error.message : String(error))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', refuse)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === 'string') refuse(new Error('no free port'))
        else done(address.port)
      })
    })
  })
}
