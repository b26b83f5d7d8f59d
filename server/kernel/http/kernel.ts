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
import type { Announce } from '../sync/feed/feed-announcer.ts'
import type { FeedPokes } from '../sync/feed/feed-pokes.ts'
import type { CertificateWatch } from '../way-out/certificate-watch.ts'
import type { WayOut } from '../way-out/way-out.ts'
import type { Demand } from './demands.ts'
import type { Semaphore } from './semaphore.ts'
import type { WorklistHealth } from './serve-health.ts'

/** A call with its handler, run by both plain requests and delivered commands. */
export interface Endpoint {
  call: AnyCall
  handler: Handler<AnyCall>
  /** The call's requirement beyond its declared access, checked before its input is read. */
  demand?: Demand | undefined
}

/** Shared services of all kernel parts; one per process, available as `app.kernel`. */
export interface Kernel {
  config: Config
  database: Database
  /** The server's clock; tests pass their own. */
  now: () => Date
  /** Mounted calls by key. */
  endpoints: Map<string, Endpoint>
  /** Wakes everything in this process that waits for a client's feed to grow. */
  pokes: FeedPokes
  /** Tells every process, after a commit, what it added to a client's feed. */
  announce: Announce
  fileLinks: FileLinks
  files: FileStore
  /** Stores already checked bytes with their row: uploads, and the pictures of the demo. */
  keepFile: (file: FileToKeep) => Promise<void>
  jobs: JobQueue
  /** Keys that open what devices seal for this server. */
  keys: SealingKeys
  /** Keys that identify this server to browsers' push services. */
  pushKeys: PushKeys
  /** Seals the passwords and tokens of other systems that the database stores. */
  secrets: Secrets
  /** The log of all traffic through the interfaces. */
  exchanges: ExchangeLog
  /** Health of the modality worklist, which runs in its own process; that process's supervisor sets it. */
  worklist: WorklistHealth
  /** Outgoing connections of a client's people to addresses that they entered. */
  wayOut: (clientId: string) => WayOut
  /** Stores the certificates that clients' partners present on those connections. */
  certificates: CertificateWatch
  /** Changes when the database is restored from a backup: devices then rebuild their copies. */
  epoch: string
  /** Limits sync to half of the connections, so that a reconnecting site leaves room for people at work. */
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
    /** The name of a route that is not a declared call, for the log. */
    name?: string
  }
}
