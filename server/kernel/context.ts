import type { Transaction } from 'kysely'
import type { AnyCall, OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { SalesInvoiceScope, SalesReportScope } from '#domain/access/sales-scopes.ts'
import type { PacsUsed, UserType } from '#domain/access/session.ts'
import type { DB } from './database/schema.ts'
import type { Job, JobData } from './jobs/job.ts'

/** One tenant transaction: begins with `set local app.client_id`, so row-level security applies to every statement. */
export type Tx = Transaction<DB>

/** The caller, as the server knows it from the token; read again for every call. */
export interface Caller {
  clientId: string
  userId: string
  sessionId: string
  deviceId: string | undefined
  name: string
  userType: UserType
  permissions: ReadonlySet<Permission>
  branchIds: readonly string[]
  isClientAdmin: boolean
  isDoctor: boolean
  isClinicDoctor: boolean
  isRefDoctor: boolean
  canSign: boolean
  /** By the person's own right, or as the administrator of a client that may. */
  canCreateBranch: boolean
  /** Modules that the client has bought and switched on. */
  mainModules: ReadonlySet<MainModule>
  /** Whose image servers the client uses. */
  pacsUsed: PacsUsed
  /** Which sales the role may read; every sales query applies it (docs/masters.md#who-sees-which-tile). */
  salesReport: SalesReportScope
  salesInvoice: SalesInvoiceScope
  /** The caller's time zone (IANA), from the headers; date ranges end in it. */
  timeZone: string
  /** Where the call came from; absent for commands that were sealed on a device and delivered later. */
  address?: string | undefined
}

/** A record that a write changed: the kernel writes one feed row per scope in the tail of the transaction. */
export interface Change {
  type: string
  id: string
  rev: number
  /** Scopes that hold the record after the write. */
  scopes: readonly string[]
  /** Scopes that held the record before and no longer do. */
  left?: readonly string[]
}

/** What a handler gets besides its input. It does no I/O other than SQL (docs/sync.md#on-the-server). */
export interface Context {
  caller: Caller
  tx: Tx
  now: Date
  /** The revision the caller's change was based on: from the command's base (`follows` resolved) or If-Match. */
  baseRev: number | undefined
  /** True if the person did this without a network: problems that later work can fix are then accepted with a flag. */
  madeOffline: boolean
  /** When the person did it, by the server's clock, if the device sent it; absent for live calls. */
  madeAt?: Date | undefined
  /** How far the server's clock was ahead of the device's, in milliseconds, as last measured; 0 if never measured. */
  skewMs?: number | undefined
  /**
   * Names work that is left for a person ("accepted, flagged"): it is audited, stored with the answer, and returned
   * with it at every delivery.
   */
  flag: (name: string) => void
  /** Notes a changed record for the feed; the command returns the last noted revision of the first noted record. */
  changed: (change: Change) => void
  /** Writes one line of the audit trail in this transaction. `detail` holds no patient data. */
  audit: (
    action: string,
    type: string,
    recordId: string | undefined,
    detail?: Record<string, unknown>,
  ) => Promise<void>
  /**
   * Returns a short-lived signed link to a file for the reader of this answer; the file's own right is not checked
   * again.
   */
  fileUrl: (fileId: string) => string
  /** Adds a job in this transaction, so it exists exactly if the effect does. It carries the records' ids only. */
  addJob: (job: Pick<Job, 'name'>, ids: string[], event?: JobData['event']) => Promise<void>
}

/**
 * What a public call's handler gets: nobody is signed in, and `entry` functions are the only way into the database.
 * `entry` runs one short transaction per call, so a refused sign-in still counts and no connection waits for a password
 * hash.
 */
export interface PublicContext {
  entry: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  now: Date
  address: string
  /** The address that the browser opened: protocol, host and port. */
  origin: string
}

export type Handler<C extends AnyCall> = (
  input: ParsedInputOf<C>,
  ctx: C['access'] extends 'public' ? PublicContext : Context,
) => Promise<OutputOf<C>>

/** Exactly one handler for each call of a group: a missing or an extra one does not compile. */
export type HandlersFor<Calls extends Record<string, AnyCall>> = { [K in keyof Calls]: Handler<Calls[K]> }
