import { type Config, readConfig } from '#server/kernel/config.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { outliveLogReader } from './outlive-log-reader.ts'
import { Shutdown } from './shutdown.ts'
import { startServer } from './start-server.ts'

/**
 * Runs the server as a process: starts it, stops it in order on the first signal (at once on the second), and prints
 * one plain line if it could not start. A stopped server stops its database too.
 */
export async function runServer(
  env: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): Promise<void> {
  const shutdown = new Shutdown()
  outliveLogReader()
  stopOnSignals(shutdown)
  stopOnUnexpected(shutdown)
  try {
    const config: Config = readConfig(env, flags)
    await startServer(config, shutdown)
  } catch (error) {
    if (shutdown.hasBegun) return
    console.error(`Readroom could not start. ${wordsOf(error)}`)
    await endWith(shutdown, 1)
  }
}

async function endWith(shutdown: Shutdown, code: number): Promise<never> {
  try {
    await shutdown.run()
  } catch (error) {
    console.error('Readroom did not stop cleanly.', loggedError(error))
    process.exit(1)
  }
  process.exit(code)
}

/** What went wrong during the start; a programming error includes its stack, a refusal only its message. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOurMistake = error instanceof TypeError || error instanceof ReferenceError
  return isOurMistake ? (error.stack ?? error.message) : error.message
}

function stopOnSignals(shutdown: Shutdown): void {
  const stop = () => {
    if (shutdown.hasBegun) process.exit(130)
    void endWith(shutdown, 0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // scripts/start.mjs holds the other end: if the launcher is killed, its server must not stay behind.
  if (process.send) process.on('disconnect', stop)
}

/** After an uncaught error the state is unknown: shut down in order, without logging data that the error may quote. */
function stopOnUnexpected(shutdown: Shutdown): void {
  process.on('uncaughtException', (error) => {
    // Only the first error is the cause; later ones may come from stopping itself.
    if (shutdown.hasBegun) return
    console.error('Readroom met an error that it did not expect, and stops.', loggedError(error))
    void endWith(shutdown, 1)
  })
}
