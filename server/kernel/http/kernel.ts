import type { Base } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { Config } from '../config.ts'
import type { Caller, Handler } from '../context.ts'
import type { Database } from '../database/open-database.ts'
import type { ExchangeLog } from '../exchanges/exchange-log.ts'
import type { FileLinks } from '../files/file-links.ts'
import type { FileStore } from '../files/file-store.ts'
import type { FileToKeep } from '../files/keep-file.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { PushKeys } from '../keys/push-keys.ts'
import type { SealingKeys } from '../keys/sealing-keys.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Announce } from '../sync/feed-announcer.ts'
import type { FeedPokes } from '../sync/feed-pokes.ts'
import type { Semaphore } from '../sync/semaphore.ts'
import type { CertificateWatch } from '../way-out/certificate-watch.ts'
import type { WayOut } from '../way-out/way-out.ts'
import type { Demand } from './demands.ts'
import type { WorklistHealth } from './serve-health.ts'

/** A call with its handler: what a plain request and a delivered command run alike. */
export interface Endpoint {
  call: AnyCall
  handler: Handler<AnyCall>
  /** What the call asks of the caller beside its declared access, before its input is read. */
  demand?: Demand | undefined
}

/** What every part of the kernel works with; one a process, found as `app.kernel`. */
export interface Kernel {
  config: Config
  database: Database
  /** The server's clock; tests pass their own. */
  now: () => Date
  /** Mounted calls by key. */
  endpoints: Map<string, Endpoint>
  /** Wakes whoever waits in this process for a client's feed to grow. */
  pokes: FeedPokes
  /** Says to every process, after a commit, what it did to a client's feed. */
  announce: Announce
  fileLinks: FileLinks
  files: FileStore
  /** Keeps bytes that were checked already, with their row: uploads, and the pictures of the demo. */
  keepFile: (file: FileToKeep) => Promise<void>
  jobs: JobQueue
  /** What devices seal for this server, it opens with these. */
  keys: SealingKeys
  /** By which push services of browsers know this server. */
  pushKeys: PushKeys
  /** Seals the passwords and tokens of other systems that the database keeps. */
  secrets: Secrets
  /** The log of what goes in and out by the interfaces. */
  exchanges: ExchangeLog
  /** How the worklist of the machines is, which runs in a process of its own; whoever keeps that process says so here. */
  worklist: WorklistHealth
  /** By which a client's people have the server call an address that they typed. */
  wayOut: (clientId: string) => WayOut
  /** Keeps the certificates that partners of clients show on that way. */
  certificates: CertificateWatch
  /** Changes when the database is restored from a backup: devices then rebuild their copies. */
  epoch: string
  /** Lets sync take at most half of the connections, so that a reconnecting house leaves room for people at work. */
  syncGate: Semaphore
}

declare module 'fastify' {
  interface FastifyInstance {
    kernel: Kernel
  }
  interface FastifyRequest {
    /** Set before the handler runs on every route that needs a session. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    call?: AnyCall
    base?: Base
    /** Names a route that is no declared call, in the log. */
    name?: string
  }
}
