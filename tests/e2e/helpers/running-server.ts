import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'
import { copyPreparedData } from './prepared-data.ts'

/** A real server of its own, on a port of loopback, with an embedded database and the demo data. */
export interface RunningServer {
  url: string
  dataDir: string
  /** Ends the process as a crash would (kill -9), without a goodbye. */
  kill: () => Promise<void>
  /** Starts again on the same data and the same port. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts `server/main.ts` on the demo as it was prepared; the client must have been built (scripts/test.mjs does). */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const { dataDir, remove } = makeDataDir()
  await copyPreparedData(dataDir)
  let server: ServerProcess = startServerProcess(dataDir, { env })
  const { port } = new URL(await server.ready)
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await server.ended
  }
  return {
    // A browser takes localhost for a secure context, as a desk on the machine itself would.
    url: `http://localhost:${port}`,
    dataDir,
    kill: () => end('SIGKILL'),
    restart: async () => {
      server = startServerProcess(dataDir, { env: { ...env, PORT: port } })
      await server.ready
    },
    stop: async () => {
      await end('SIGTERM')
      remove()
    },
  }
}
