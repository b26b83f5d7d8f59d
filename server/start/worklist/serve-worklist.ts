import { constants, getPriority, setPriority } from 'node:os'
import { startWorklist } from '#server/features/modality-worklist/start-worklist.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { openExchangeLog } from '#server/kernel/exchanges/exchange-log.ts'
import { createSealing } from '#server/kernel/keys/secrets.ts'
import { outliveLogReader } from '../outlive-log-reader.ts'
import { Shutdown } from '../shutdown.ts'
import type { FromWorklist, ToWorklist, WorklistTask } from './messages.ts'
import { Failures } from './tell-failures.ts'
import { watchParent } from './watch-parent.ts'

/** However fast machines ask, at most this many queries reach the database at once: its time is for people at work. */
const POOL_MAX = 3
/** If the process has not ended in order by then, it is killed. */
const END_MS = 8_000

/**
 * Serves the modality worklist as its own process (docs/decisions/330). It starts when the server says so, ends when
 * the server says so or is gone, and saves its findings and notes before it ends.
 */
export function serveWorklistProcess(): void {
  // People at work come before machines that ask again and again. A server that was started niced stays as it is.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  const shutdown = new Shutdown()
  const failures = new Failures((failure, times) => tell({ kind: 'failed', failure, times }))
  const end = (code: number) => {
    if (shutdown.hasBegun) return
    setTimeout(() => process.exit(code), END_MS).unref()
    shutdown
      .run()
      .catch((error: unknown) => failures.note(error))
      .finally(() => {
        failures.close()
        process.exit(code)
      })
  }
  outliveLogReader()
  watchParent(END_MS + 2_000, (error) => failures.note(error))
  // Ctrl+C reaches the terminal's whole process group; the server decides when its worklist stops.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => end(0))
  process.on('disconnect', () => end(0))
  process.on('uncaughtException', (error) => {
    failures.note(error)
    end(1)
  })
  process.on('message', (message: ToWorklist) => {
    if (message.kind === 'ping') tell({ kind: 'pong' })
    else if (message.kind === 'stop') end(0)
    else
      begin(message.task, shutdown, failures).catch((error: unknown) => {
        tell(refusalOf(error))
        end(1)
      })
  })
}

async function begin(
  { host, port, databaseUrl, publicKey }: WorklistTask,
  shutdown: Shutdown,
  failures: Failures,
): Promise<void> {
  const onError = (error: unknown) => failures.note(error)
  const database = await openDatabase({ url: databaseUrl, poolMax: POOL_MAX })
  shutdown.add(() => database.close())
  const now = () => new Date()
  const exchanges = openExchangeLog({ database, secrets: createSealing(publicKey), now }, onError)
  shutdown.add(() => exchanges.close())
  const server = await startWorklist({ kernel: { database, now, exchanges }, host, port, onError })
  shutdown.add(() => server.close())
  tell({ kind: 'listening', port: server.port })
}

function refusalOf(error: unknown): FromWorklist {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = error instanceof Error ? error.message : String(error)
  return { kind: 'refused', message, ...(typeof code === 'string' && { code }) }
}

function tell(message: FromWorklist): void {
  // A server that is gone receives nothing; the closed channel ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
