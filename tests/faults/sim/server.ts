import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Database, TenantOptions } from '#server/kernel/database/open-database.ts'
import type { FeedPokes } from '#server/kernel/sync/feed/feed-pokes.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'
import { Backup, type DatabaseAddresses } from './backup.ts'
import { databaseOfStreams, type LabStream, openLabStream } from './lab-stream.ts'
import type { VirtualTime } from './time.ts'

/** The response to a request: text, as the network carries it. */
export interface Answered {
  status: number
  headers: Record<string, string>
  body: string
}

/** The server is down, or went down during the request. */
export class ServerGoneError extends Error {}

/** Where a server dies: with the effect written and not committed, or committed and not answered. */
export type Moment = 'before commit' | 'after commit'

/** The handling of writes in one run; a schedule sets it. */
export interface WriteFaults {
  /** Kills the server at the next write. */
  killAt: Moment | undefined
  /** Called inside the next write, before its last statement: holds the write until it resolves. */
  hold: (() => Promise<void>) | undefined
  /** The number of held writes: while there are any, others must not wait for their rows for long. */
  held: number
  /** Called after the server was killed. */
  onKilled: () => void
}

type Tenant = Database['tenant']
/** Adds code between the server and its database; used by twins. */
export type WrapTenant = (tenant: Tenant) => Tenant

/** The changes of a naive twin's server from the product. */
export interface ServerTwist {
  wrap?: WrapTenant | undefined
  /** Called with each start's pokes. */
  changePokes?: ((pokes: FeedPokes) => void) | undefined
}

/** Headers of a response that devices read. */
const TOLD_HEADERS = ['content-type', 'retry-after', 'x-signed-receipt'] as const

/**
 * A writer that waits for another one's row gives up early: held writes do not continue before the schedule's
 * clock does.
 */
const LOCK_MS = 120
/** Of the three parallel batches of a server with the laboratory's pool, so many may be held. */
const HELD_MAX = 2

/** The real server over a real database, which can be killed and restarted; one for all schedules of a process. */
export class LabServer {
  now: () => Date = () => new Date()
  faults: WriteFaults | undefined
  /** The changes of the next start from the product. */
  twist: ServerTwist = {}
  /** When everybody was poked about unannounced changes of a client. */
  readonly toldUnannounced: { clientId: string; at: number }[] = []
  /** The number of starts so far: responses of an earlier start are dropped. */
  life = 0
  /** The file of its keys; another file means another key. */
  keysFile = TEST_KEYS_FILE
  readonly #home = mkdtempSync(join(tmpdir(), 'readroom-lab-'))
  /** Copies the database and restores the copy; absent unless requested. */
  readonly #backup: Backup | undefined
  hasBackup = false
  database: Database
  #app: FastifyInstance | undefined
  #starting: Promise<void> | undefined
  readonly #leaving: Promise<unknown>[] = []

  constructor(database: Database, place?: DatabaseAddresses) {
    this.database = database
    this.#backup = place && new Backup(place)
  }

  get isUp(): boolean {
    return this.#app !== undefined
  }

  /** Starts it if it is down; two calls start it once. */
  start(): Promise<void> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async #start(): Promise<void> {
    if (this.#app) return
    this.life += 1
    const life = this.life
    const tenant = this.#faulty(life)
    this.#app = await buildApp({
      config: readConfig({
        READROOM_TRUST_PROXY: '1',
        READROOM_KEYS: this.keysFile,
        READROOM_DATA: this.#home,
      }),
      database: databaseOfStreams({ ...this.database, tenant: this.twist.wrap?.(tenant) ?? tenant }),
      now: () => this.now(),
    })
    const { pokes } = this.#app.kernel
    const reached = pokes.reached.bind(pokes)
    pokes.reached = (clientId, pos) => {
      this.toldUnannounced.push({ clientId, at: this.now().getTime() })
      reached(clientId, pos)
    }
    this.twist.changePokes?.(pokes)
  }

  /** Kills it like kill -9: from now on nothing is answered or committed. */
  kill(): void {
    const app = this.#app
    // A server that is still starting has no requests to lose.
    if (!app) return
    this.#app = undefined
    this.life += 1
    this.#leaving.push(app.close().catch(() => undefined))
    this.faults?.onKilled()
  }

  /** Throws ServerGoneError if it is down, or dies before the response. */
  async handle(url: string, init: RequestInit): Promise<Answered> {
    const app = this.#app
    const { life } = this
    if (!app) throw new ServerGoneError('down')
    const response = await app.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' ? { payload: Buffer.from(init.body) } : {}),
      ...(init.body instanceof Uint8Array ? { payload: Buffer.from(init.body) } : {}),
    })
    if (life !== this.life) throw new ServerGoneError('killed')
    const headers: Record<string, string> = { 'content-type': 'text/plain' }
    for (const name of TOLD_HEADERS) {
      const value = response.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    return { status: response.statusCode, headers, body: response.body }
  }

  /** Opens a stream. Throws ServerGoneError if it is down, or dies before the stream is open. */
  async listen(url: string, init: RequestInit, time: VirtualTime): Promise<LabStream> {
    const app = this.#app
    const { life } = this
    if (!app) throw new ServerGoneError('down')
    const stream = await openLabStream(app, time, { url, headers: init.headers as Record<string, string> })
    if (life === this.life) return stream
    stream.close()
    throw new ServerGoneError('killed')
  }

  /** From its next start on it has a new key, and not the old one. */
  changeKey(): void {
    this.keysFile = join(this.#home, `keys-${randomUUID()}.json`)
  }

  /** Stores a copy of the present database. Throws if the laboratory has no place for it. */
  async backup(): Promise<void> {
    await this.#offline((backup) => backup.make(this.now()))
    this.hasBackup = true
  }

  /** Replaces the database with the copy, and begins a new epoch. */
  async restore(): Promise<void> {
    await this.#offline((backup) => backup.putBack(this.now()))
  }

  async #offline(work: (backup: Backup) => Promise<void>): Promise<void> {
    const backup = this.#backup
    if (!backup) throw new Error('this laboratory keeps no backups')
    this.kill()
    await Promise.all(this.#leaving)
    await this.database.close()
    await work(backup)
    this.database = await backup.open()
    await this.start()
  }

  async stop(): Promise<void> {
    this.kill()
    await Promise.all(this.#leaving)
    await this.#backup?.drop()
    rmSync(this.#home, { recursive: true, force: true })
  }

  #faulty(life: number): Tenant {
    const demandAlive = () => {
      if (life !== this.life) throw new ServerGoneError('dead')
    }
    return async <T>(clientId: string, run: (tx: Tx) => Promise<T>, options: TenantOptions = {}) => {
      demandAlive()
      let isWrite = false
      const value = await this.database.tenant(
        clientId,
        async (tx) => {
          // Also while one will be held: a writer that waits for its rows would otherwise wait forever.
          if (this.faults && (this.faults.hold || this.faults.held > 0))
            await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(tx)
          const answer = await run(tx)
          isWrite = Boolean(options.tail?.())
          if (isWrite) await this.#beforeCommit()
          demandAlive()
          return answer
        },
        options,
      )
      if (isWrite) this.#afterCommit()
      demandAlive()
      return value
    }
  }

  async #beforeCommit(): Promise<void> {
    const { faults } = this
    if (!faults) return
    const { hold } = faults
    // One place in the server's gate stays free: the schedule's clock would wait forever for a request in the
    // gate's queue.
    if (hold && faults.held < HELD_MAX) {
      faults.hold = undefined
      faults.held += 1
      await hold()
      faults.held -= 1
    }
    if (faults.killAt !== 'before commit') return
    faults.killAt = undefined
    this.kill()
  }

  #afterCommit(): void {
    const { faults } = this
    if (!faults) return
    if (faults.killAt !== 'after commit') return
    faults.killAt = undefined
    this.kill()
  }
}
