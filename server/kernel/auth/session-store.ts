import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { SalesInvoiceScope, SalesReportScope } from '#domain/access/sales-scopes.ts'
import type { PacsUsed, UserType } from '#domain/access/session.ts'
import type { Caller, Tx } from '../context.ts'
import { newToken, tokenHash } from './token.ts'

/** A session ends after IDLE_HOURS without a call, and after LIFETIME_DAYS in any case. */
const IDLE_HOURS = 12
const LIFETIME_DAYS = 7

const IDLE = `${IDLE_HOURS} hours`
const LIFETIME_MS = LIFETIME_DAYS * 86_400_000

/** What the database returns about an acting person, found by token or by signature. */
export interface CallerRow {
  client_id: string
  user_id: string
  device_id: string | null
  name: string
  user_type: UserType
  modules: Permission[]
  main_modules: MainModule[]
  branch_ids: string[]
  is_client_admin: boolean
  is_doctor: boolean
  is_clinic_doctor: boolean
  can_sign: boolean
  is_ref_doctor: boolean
  can_create_branch: boolean
  pacs_used: PacsUsed
  sales_report: SalesReportScope
  sales_invoice: SalesInvoiceScope
  allowed_ips: string[]
}

interface SessionRow extends CallerRow {
  session_id: string
}

/** A session as the database knows it: the caller, and the addresses they may call from. */
export interface FoundSession {
  caller: Omit<Caller, 'timeZone'>
  allowedIps: readonly string[]
}

/** Opens a session in `tx` and returns its token, which is never stored (only its hash is). */
export async function openSession(
  tx: Tx,
  user: { clientId: string; userId: string; deviceId: string | undefined; address: string },
  now = new Date(),
): Promise<{ token: string; sessionId: string }> {
  const token = newToken()
  const sessionId = randomUUID()
  const expires = new Date(now.getTime() + LIFETIME_MS)
  await sql`select entry.open_session(${tokenHash(token)}, ${sessionId}, ${user.clientId}, ${user.userId},
    ${user.deviceId ?? null}, ${expires}, ${user.address}, ${now})`.execute(tx)
  return { token, sessionId }
}

/**
 * Returns the caller with this token; undefined if the session is over: expired, idle, revoked, or its user, client or
 * device switched off. Runs for every call, in one message outside any transaction.
 */
export async function findSession(
  pool: pg.Pool,
  token: string,
  now: Date,
): Promise<FoundSession | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from entry.find_caller($1, $2, $3::interval)', [
    tokenHash(token),
    now,
    IDLE,
  ])
  const row = rows[0]
  return row && { caller: toCaller(row, row.session_id), allowedIps: row.allowed_ips }
}

/**
 * Finds a session like findSession, but does not count as use of it: for streams that only listen. Returns
 * undefined once the session is over.
 */
export async function findListener(
  pool: pg.Pool,
  token: string,
  now: Date,
): Promise<FoundSession | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from entry.find_listener($1, $2, $3::interval)', [
    tokenHash(token),
    now,
    IDLE,
  ])
  const row = rows[0]
  return row && { caller: toCaller(row, row.session_id), allowedIps: row.allowed_ips }
}

/** Returns true if the token's session, over or not, belongs to a device that was taken out of use. */
export async function isTokenOfRevokedDevice(pool: pg.Pool, token: string): Promise<boolean> {
  const { rows } = await pool.query<{ revoked: boolean }>(
    'select entry.is_token_of_revoked_device($1) as revoked',
    [tokenHash(token)],
  )
  return rows[0]?.revoked === true
}

/** Ends one session of the caller; its token is invalid from the next call on. */
export async function revokeSession(
  tx: Tx,
  session: { clientId: string; userId: string; sessionId: string },
  now = new Date(),
): Promise<void> {
  await sql`select entry.revoke_session(${session.clientId}, ${session.userId}, ${session.sessionId}, ${now})`.execute(
    tx,
  )
}

/** Ends every session of one person on one device. */
export async function revokeDeviceSessions(
  tx: Tx,
  device: { clientId: string; userId: string; deviceId: string },
  now: Date,
): Promise<void> {
  await sql`select entry.revoke_device_sessions(${device.clientId}, ${device.userId}, ${device.deviceId}, ${now})`.execute(
    tx,
  )
}

/** An active session of a person. */
export interface OpenSession {
  session_id: string
  device_id: string | null
  opened: Date
  last_seen: Date
  address: string
}

/** Returns the active sessions of a person, most recently used first. */
export async function listSessions(
  tx: Tx,
  { clientId, userId }: { clientId: string; userId: string },
  now: Date,
): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select * from entry.sessions_of(${clientId}, ${userId}, ${now}, ${IDLE}::interval)`.execute(tx)
  return rows
}

/** Ends every session of a person except this one; returns the number ended. */
export async function revokeOtherSessions(
  tx: Tx,
  session: { clientId: string; userId: string; sessionId: string },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select entry.revoke_other_sessions(${session.clientId}, ${session.userId}, ${session.sessionId}, ${now})
      as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

/** Returns when the session was opened; every session is opened by a complete sign-in. */
export async function sessionOpened(
  tx: Tx,
  session: { clientId: string; userId: string; sessionId: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ opened: Date | null }>`
    select entry.session_opened(${session.clientId}, ${session.userId}, ${session.sessionId}) as opened`.execute(
    tx,
  )
  return rows[0]?.opened ?? undefined
}

/** Builds the caller from its row; the time zone comes from the request. */
export function toCaller(row: CallerRow, sessionId: string): Omit<Caller, 'timeZone'> {
  return {
    clientId: row.client_id,
    userId: row.user_id,
    sessionId,
    deviceId: row.device_id ?? undefined,
    name: row.name,
    userType: row.user_type,
    permissions: new Set(row.modules),
    branchIds: row.branch_ids,
    isClientAdmin: row.is_client_admin,
    isDoctor: row.is_doctor,
    isClinicDoctor: row.is_clinic_doctor,
    isRefDoctor: row.is_ref_doctor,
    canSign: row.can_sign,
    canCreateBranch: row.can_create_branch,
    mainModules: new Set(row.main_modules),
    pacsUsed: row.pacs_used,
    salesReport: row.sales_report,
    salesInvoice: row.sales_invoice,
  }
}
