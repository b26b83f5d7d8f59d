import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { copyPreparedData } from '#tests/helpers/database/prepared-data.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'
import { type HostedServer, startHostedServer } from './hosted-server.ts'

/** A separate real server on a loopback port, with an embedded database and the demo data. */
export interface RunningServer {
  url: string
  dataDir: string
  stop: () => Promise<void>
}

/** A server in its own process. */
export interface OwnServer extends RunningServer {
  /** Kills the process like a crash (kill -9), without a shutdown. */
  kill: () => Promise<void>
  /** Starts it again on the same data and the same port. */
  restart: () => Promise<void>
}

interface Started {
  dataDir: string
  remove: () => void
  server: HostedServer
  /** The day of the demo at its start. */
  day: string
}

/** A walk signs in first, which uses both cores: the next walk's server starts after that. */
const STANDBY_AFTER_MS = 8_000

let standby: Promise<Started> | undefined
let standbyTimer: NodeJS.Timeout | undefined

// A browser treats localhost as a secure context, as on the server's own machine.
const urlOn = (port: number | string) => `http://localhost:${port}`

/**
 * Starts a server on the prepared demo; the client must have been built (scripts/test.mjs does). While a walk
 * runs, the server of the next one starts in the background. A custom `env` needs a separate server.
 */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const isPlain = Object.keys(env).length === 0
  const { dataDir, remove, server } = (isPlain && (await takeStandby())) || (await start(env))
  const port = await server.ready
  prepareStandby()
  return {
    url: urlOn(port),
    dataDir,
    stop: async () => {
      await server.stop()
      remove()
    },
  }
}

/** Starts `server/main.ts` as a separate process on the prepared demo, so that it can be killed. */
export async function startOwnServer(env: Record<string, string> = {}): Promise<OwnServer> {
  const { dataDir, remove } = makeDataDir()
  await copyPreparedData(dataDir)
  let server: ServerProcess = startServerProcess(dataDir, { env })
  const { port } = new URL(await server.ready)
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await server.ended
  }
  return {
    url: urlOn(port),
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

async function start(env: Record<string, string>): Promise<Started> {
  const { dataDir, remove } = makeDataDir()
  const day = centreDay()
  await copyPreparedData(dataDir)
  return { dataDir, remove, server: startHostedServer(dataDir, env), day }
}

/** Returns the standby server, or undefined if there is none, if it did not start, or if its day has ended. */
async function takeStandby(): Promise<Started | undefined> {
  clearTimeout(standbyTimer)
  standbyTimer = undefined
  const coming = standby
  standby = undefined
  const taken = await coming?.catch(() => undefined)
  if (!taken) return undefined
  if (taken.day === centreDay() && (await isReady(taken))) return taken
  await discard(taken)
  return undefined
}

const isReady = ({ server }: Started): Promise<boolean> =>
  server.ready.then(
    () => true,
    () => false,
  )

// Only in a run of all walks: a single walk would wait for a server that nobody uses.
function prepareStandby(): void {
  if (process.env.READROOM_TEST_JSON === undefined || standby || standbyTimer) return
  standbyTimer = setTimeout(() => {
    standbyTimer = undefined
    standby = start({})
    standby.catch(() => undefined)
  }, STANDBY_AFTER_MS)
}

async function discard({ server, remove }: Started): Promise<void> {
  await server.stop().catch(() => undefined)
  remove()
}
