import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/kernel/database/open-database.ts'
import { enterServer } from './quiet.ts'
import { currentOwner, type Owner, runAs, type VirtualTime } from './time.ts'

/** A stream of the real server, as seen by its network. */
export interface LabStream {
  status: number
  /** The server's messages. */
  said: Readable
  /** Called when the connection is lost. */
  close: () => void
}

/** Opens a stream at the real handler; its periodic work uses the schedule's clock. */
export async function openLabStream(
  app: FastifyInstance,
  time: VirtualTime,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<LabStream> {
  const owner: Owner = { time, isFrozen: false, isDead: false }
  // The request begins when its response is awaited: it must be awaited inside, or the owner would be lost.
  const ask = async () => await app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  const response = await runAs(owner, ask)
  const close = () => {
    response.raw.res.destroy()
    owner.isDead = true
    time.forget(owner)
  }
  return { status: response.statusCode, said: response.stream(), close }
}

/** Database queries of a stream run in real time, and the schedule waits for them. The driver's timers stay real. */
async function asServer<T>(work: () => Promise<T>): Promise<T> {
  if (!currentOwner()) return work()
  const leave = enterServer()
  try {
    return await runAs(undefined, work)
  } finally {
    leave()
  }
}

/** Returns the database for streams. */
export function databaseOfStreams(database: Database): Database {
  const pool = new Proxy(database.pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const method = value.bind(target) as (...args: unknown[]) => Promise<unknown>
      return name === 'query' ? (...args: unknown[]) => asServer(() => method(...args)) : method
    },
  })
  return {
    ...database,
    pool,
    tenant: (clientId, run, options) => asServer(() => database.tenant(clientId, run, options)),
    entry: (run) => asServer(() => database.entry(run)),
  }
}
