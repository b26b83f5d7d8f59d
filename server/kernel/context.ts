import type { Transaction } from 'kysely'
import type { AnyCall, OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { SalesInvoiceScope, SalesReportScope } from '#domain/access/sales-scopes.ts'
import type { PacsUsed, UserType } from '#domain/access/session.ts'
import type { DB } from './database/schema.ts'
import type { Job, JobData } from './jobs/job.ts'

/** One tenant transaction: begun with `set local app.client_id`, so row-level security holds in every statement. */
export type Tx = Transaction<DB>

/** Who calls, as the server knows it from the token; read anew at every call. */
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
  /** By the person's own right, or as administrator of a client that may. */
  canCreateBranch: boolean
  /** What the client has bought and has switched on. */
  mainModules: ReadonlySet<MainModule>
  /** Who keeps the client's image servers. */
  pacsUsed: PacsUsed
  /** Which sales the role may read; every sales query holds to it (docs/masters.md#who-sees-which-tile). */
  salesReport: SalesReportScope
  salesInvoice: SalesInvoiceScope
  /** The caller's time zone (IANA), from the headers; date ranges end in it. */
  timeZone: string
  /** Where the call came from; absent for what was sealed on a device and delivered later. */
  address?: string | undefined
}

/** A record that a write changed: one feed row per scope is written by the kernel in the tail of the transaction. */
export interface Change {
  type: string
  id: string
  rev: number
  /** Scopes that hold the record after the write. */
  scopes: readonly string[]
  /** Scopes that held it before and hold it no longer. */
  left?: readonly string[]
}

/** What a handler gets beside its input. It does no I/O but SQL (docs/sync.md#on-the-server). */
export interface Context {
  caller: Caller
  tx: Tx
  now: Date
  /** The revision the caller's change was based on: from the command's base (`follows` resolved) or If-Match. */
  baseRev: number | undefined
  /** True where the person did this without a network: what later work can mend is then accepted with a flag. */
  madeOffline: boolean
  /** When the person did it by the server's clock, where the device said so; a live call says nothing. */
  madeAt?: Date | undefined
  /** How far the server's clock was ahead of the device's, in milliseconds, as last measured; 0 where nobody did. */
  skewMs?: number | undefined
  /**
   * Names what is left to be done by a person ("accepted, flagged"): it is audited, kept with the answer, and comes
   * back with it at every delivery.
   */
  flag: (name: string) => void
  /** Notes a changed record for the feed; the last noted revision of the first noted record answers the command. */
  changed: (change: Change) => void
  /** Writes one line of the audit trail in this transaction. `detail` holds no patient data. */
  audit: (
    action: string,
    type: string,
    recordId: string | undefined,
    detail?: Record<string, unknown>,
  ) => Promise<void>
  /** A short-lived signed link to a file, for whoever reads this answer; the file's own right is not asked again. */
  fileUrl: (fileId: string) => string
  /** Adds a job in this transaction: it is there exactly when the effect is. It carries the records' ids only. */
  addJob: (job: Pick<Job, 'name'>, ids: string[], event?: JobData['event']) => Promise<void>
}

/**
 * What a public call's handler gets: nobody is signed in; `entry` functions are the only door to the database.
 * `entry` runs one short transaction a call, so a refused sign-in still counts and no connection waits on a password hash.
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

/** Exactly one handler for each call of a group: a forgotten or an extra one does not compile. */
export type HandlersFor<Calls extends Record<string, AnyCall>> = { [K in keyof Calls]: Handler<Calls[K]> }
