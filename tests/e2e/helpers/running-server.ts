import { centreDay } from '#tests/helpers/centre-day.ts'
import { copyPreparedData } from '#tests/helpers/prepared-data.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'
import { type HostedServer, startHostedServer } from './hosted-server.ts'

/** A real server of its own, on a port of loopback, with an embedded database and the demo data. */
export interface RunningServer {
  url: string
  dataDir: string
  stop: () => Promise<void>
}

/** A server in a process of its own. */
export interface OwnServer extends RunningServer {
  /** Ends the process as a crash would (kill -9), without a goodbye. */
  kill: () => Promise<void>
  /** Starts again on the same data and the same port. */
  restart: () => Promise<void>
}

interface Started {
  dataDir: string
  remove: () => void
  server: HostedServer
  /** The day of the demo that it began with. */
  day: string
}

/** A walk signs in first, which keeps both cores busy: the server of the next one starts after that. */
const STANDBY_AFTER_MS = 8_000

let standby: Promise<Started> | undefined
let standbyTimer: NodeJS.Timeout | undefined

// A browser takes localhost for a secure context, as a desk on the machine itself would.
const urlOn = (port: number | string) => `http://localhost:${port}`

/**
 * Starts a server on the demo as it was prepared; the client must have been built (scripts/test.mjs does). While a walk
 * runs, the server of the next one comes up beside it. Settings of its own (`env`) need a server of its own.
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

/** Starts `server/main.ts` as a process of its own on the demo as it was prepared: one that can be killed. */
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

/** The server that stands ready; none where none does, where it did not come up, or where its day is over. */
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

// In a run of all walks only: a single one would wait for a server that nobody takes.
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
