import { spawn } from 'node:child_process'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'
import { centreDay } from './centre-day.ts'
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

interface Started {
  dataDir: string
  remove: () => void
  process: ServerProcess
  /** The day of the demo that it began with. */
  day: string
}

/** A walk signs in first, which keeps both cores busy: the server of the next one starts after that. */
const STANDBY_AFTER_MS = 8_000

let standby: Promise<Started> | undefined
let standbyTimer: NodeJS.Timeout | undefined
/** The one of `standby` as long as nobody took it. */
let spare: Started | undefined

/**
 * Starts `server/main.ts` on the demo as it was prepared; the client must have been built (scripts/test.mjs does). While
 * a walk runs, the server of the next one comes up beside it. Settings of its own (`env`) need a server of its own.
 */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const isPlain = Object.keys(env).length === 0
  const { dataDir, remove, process: first } = (isPlain && (await takeStandby())) || (await start(env))
  let server = first
  const { port } = new URL(await server.ready)
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await server.ended
  }
  prepareStandby()
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

async function start(env: Record<string, string>): Promise<Started> {
  const { dataDir, remove } = makeDataDir()
  const day = centreDay()
  await copyPreparedData(dataDir)
  return { dataDir, remove, process: startServerProcess(dataDir, { env }), day }
}

/** The server that stands ready; none where none does, where it did not come up, or where its day is over. */
async function takeStandby(): Promise<Started | undefined> {
  clearTimeout(standbyTimer)
  standbyTimer = undefined
  const coming = standby
  standby = undefined
  const taken = await coming?.catch(() => undefined)
  spare = undefined
  if (!taken) return undefined
  if (taken.day === centreDay() && (await isReady(taken))) return taken
  await discard(taken)
  return undefined
}

const isReady = ({ process: server }: Started): Promise<boolean> =>
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
    standby.then(
      (started) => {
        spare = started
      },
      () => undefined,
    )
  }, STANDBY_AFTER_MS)
}

async function discard({ process: server, remove }: Started): Promise<void> {
  server.kill('SIGTERM')
  await server.ended
  remove()
}

// The last one goes with the process of the walks. Nothing can be awaited here: its folder goes once it has ended.
process.on('exit', () => {
  if (!spare) return
  spare.process.kill('SIGTERM')
  const wait = `while kill -0 ${spare.process.pid} 2>/dev/null; do sleep 0.2; done; rm -rf '${spare.dataDir}'`
  spawn('sh', ['-c', wait], { detached: true, stdio: 'ignore' }).unref()
})
