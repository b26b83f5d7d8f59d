import { type Config, readConfig } from '#server/kernel/config.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { outliveLogReader } from './outlive-log-reader.ts'
import { Shutdown } from './shutdown.ts'
import { startServer } from './start-server.ts'

/**
 * The server as a process: starts it, stops it once by signal (a second signal ends it at once), and says in one plain
 * line why it could not start. The database of a stopped server is stopped too.
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

/** What went wrong on the way up; a mistake of ours comes with its place, a refusal in its own plain words. */
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
  // scripts/start.mjs holds the other end: when the launcher is killed, its server must not stay behind.
  if (process.send) process.on('disconnect', stop)
}

/** After an error that nobody caught the state is unknown: end in order, without repeating what the error may quote. */
function stopOnUnexpected(shutdown: Shutdown): void {
  process.on('uncaughtException', (error) => {
    // Only the first error is the cause; those that follow may come from stopping itself.
    if (shutdown.hasBegun) return
    console.error('Readroom met an error that it did not expect, and stops.', loggedError(error))
    void endWith(shutdown, 1)
  })
}
