import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { QUIET } from '#tests/helpers/server-process.ts'

/** Messages from the walks to the process of their servers. */
export type ToHost = { kind: 'start'; id: number; env: NodeJS.ProcessEnv } | { kind: 'stop'; id: number }

/** Messages from that process: a server listens, or it ended, by a failure or in order. */
export type FromHost =
  | { kind: 'ready'; id: number; port: number }
  | { kind: 'ended'; id: number; failure?: string | undefined }

/** A server that shares its process with others. */
export interface HostedServer {
  /** Resolves with its port once it listens; rejects if it could not start. */
  ready: Promise<number>
  /** Ends it in order, including its database. Rejects with any failure on the way. */
  stop: () => Promise<void>
}

let host: ChildProcess | undefined
let lastId = 0

/**
 * Starts a server on a data directory as `npm start` does, beside the others in the process of the walks,
 * which loads the code once for all of them. A walk that kills its server needs a separate process.
 */
export function startHostedServer(dataDir: string, env: Record<string, string> = {}): HostedServer {
  const child = findHost()
  lastId += 1
  const id = lastId
  const ready = new Promise<number>((listens, fails) => {
    const hear = (message: FromHost) => {
      if (message.id !== id) return
      settle()
      if (message.kind === 'ready') listens(message.port)
      else fails(new Error(`A server could not start. ${message.failure}`))
    }
    const settle = onAnswer(child, hear, fails)
  })
  // Prevents an unhandled rejection if nobody waits for it.
  ready.catch(() => {})
  child.send({
    kind: 'start',
    id,
    env: { ...process.env, ...QUIET, READROOM_DATA: dataDir, ...env },
  } satisfies ToHost)
  return { ready, stop: () => stopServer(child, id) }
}

function stopServer(child: ChildProcess, id: number): Promise<void> {
  return new Promise((done, fails) => {
    const hear = (message: FromHost) => {
      if (message.id !== id || message.kind !== 'ended') return
      settle()
      if (message.failure === undefined) done()
      else fails(new Error(`A server did not stop cleanly. ${message.failure}`))
    }
    const settle = onAnswer(child, hear, fails)
    child.send({ kind: 'stop', id } satisfies ToHost)
  })
}

/** Listens to the process until the returned function is called; calls `fail` if the process ends first. */
function onAnswer(
  child: ChildProcess,
  hear: (message: FromHost) => void,
  fail: (why: Error) => void,
): () => void {
  const end = (code: number | null) => fail(new Error(`The process of the servers ended with ${code}.`))
  child.on('message', hear)
  child.once('exit', end)
  return () => {
    child.off('message', hear)
    child.off('exit', end)
  }
}

function findHost(): ChildProcess {
  if (host?.connected) return host
  host = spawn(process.execPath, [join(import.meta.dirname, 'server-host.ts')], {
    cwd: join(import.meta.dirname, '..', '..', '..', '..'),
    // The remaining output of the servers goes to the output of the walks.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  host.setMaxListeners(0)
  return host
}
