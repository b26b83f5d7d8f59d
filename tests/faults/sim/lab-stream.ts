import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/kernel/database/open-database.ts'
import { enterServer } from './quiet.ts'
import { currentOwner, type Owner, runAs, type VirtualTime } from './time.ts'

/** A stream of the real server, from its side of the line. */
export interface LabStream {
  status: number
  /** What the server says. */
  said: Readable
  /** The connection is gone. */
  close: () => void
}

/** Opens a stream at the real handler; what the handler does every so often, it does by the clock of the schedule. */
export async function openLabStream(
  app: FastifyInstance,
  time: VirtualTime,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<LabStream> {
  const owner: Owner = { time, isFrozen: false, isDead: false }
  // The request begins when its answer is awaited: inside, or the owner would be lost.
  const ask = async () => await app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  const response = await runAs(owner, ask)
  const close = () => {
    response.raw.res.destroy()
    owner.isDead = true
    time.forget(owner)
  }
  return { status: response.statusCode, said: response.stream(), close }
}

/**
 * What a stream asks of the database by the schedule's clock takes real time, and the schedule waits for it. The timers
 * of the driver stay the real ones.
 */
async function asServer<T>(work: () => Promise<T>): Promise<T> {
  if (!currentOwner()) return work()
  const leave = enterServer()
  try {
    return await runAs(undefined, work)
  } finally {
    leave()
  }
}

/** The database as streams find it. */
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
