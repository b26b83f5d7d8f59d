import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { QUIET } from '#tests/helpers/server-process.ts'

/** What the walks say to the process of their servers. */
export type ToHost = { kind: 'start'; id: number; env: NodeJS.ProcessEnv } | { kind: 'stop'; id: number }

/** What that process says: a server listens, or it ended, by a failure or in order. */
export type FromHost =
  | { kind: 'ready'; id: number; port: number }
  | { kind: 'ended'; id: number; failure?: string | undefined }

/** A server that shares its process with others. */
export interface HostedServer {
  /** Resolves with its port once it listens; rejects where it could not start. */
  ready: Promise<number>
  /** Ends it in order, its database too. Rejects with what failed on the way. */
  stop: () => Promise<void>
}

let host: ChildProcess | undefined
let lastId = 0

/**
 * Starts a server on a data directory as `npm start` does, beside the others of this process of walks: the code is loaded
 * once for all of them. A walk that kills its server needs one with a process of its own.
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
  // Who does not wait for it does not want its failure either.
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

/** Listens to the process until the function that is returned is called; `fail` is told where the process ends instead. */
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
    cwd: join(import.meta.dirname, '..', '..', '..'),
    // What it says beside the welcome of each server is for whoever reads the output of the walks.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  host.setMaxListeners(0)
  return host
}
