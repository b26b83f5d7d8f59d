import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Permission } from '#domain/access/permissions.ts'
import type { UserType } from '#domain/access/session.ts'
import type { Caller, Tx } from '../context.ts'
import { newToken, tokenHash } from './token.ts'

/** A session ends after this long without a call, and after this long whatever happens. */
const IDLE_HOURS = 12
const LIFETIME_DAYS = 7

const IDLE = `${IDLE_HOURS} hours`
const LIFETIME_MS = LIFETIME_DAYS * 86_400_000

interface CallerRow {
  session_id: string
  client_id: string
  user_id: string
  device_id: string | null
  name: string
  user_type: UserType
  modules: Permission[]
  branch_ids: string[]
  is_client_admin: boolean
  is_doctor: boolean
  can_sign: boolean
  allowed_ips: string[]
}

/** A session as the database knows it: who calls, and from where they may. */
export interface FoundSession {
  caller: Omit<Caller, 'timeZone'>
  allowedIps: readonly string[]
}

/** Opens a session in `tx` and answers its token, which is stored nowhere (only its hash is). */
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
 * Who holds the token now; undefined where the session is over: expired, idle, revoked, or its user, client or device
 * switched off. Asked at every call, in one message outside of any transaction.
 */
export async function findSession(
  pool: pg.Pool,
  token: string,
  now: Date,
): Promise<FoundSession | undefined> {
  const { rows } = await pool.query<CallerRow>('select * from entry.find_caller($1, $2, $3::interval)', [
    tokenHash(token),
    now,
    IDLE,
  ])
  const row = rows[0]
  return row && { caller: toCaller(row), allowedIps: row.allowed_ips }
}

/** True while the session is open, without counting as its use: for streams that only listen. */
export async function isSessionOpen(pool: pg.Pool, token: string, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ open: boolean }>(
    'select entry.is_session_open($1, $2, $3::interval) as open',
    [tokenHash(token), now, IDLE],
  )
  return rows[0]?.open === true
}

/** Ends one session of the caller; its token is worth nothing from the next call on. */
export async function revokeSession(
  tx: Tx,
  session: { clientId: string; userId: string; sessionId: string },
  now = new Date(),
): Promise<void> {
  await sql`select entry.revoke_session(${session.clientId}, ${session.userId}, ${session.sessionId}, ${now})`.execute(
    tx,
  )
}

function toCaller(row: CallerRow): Omit<Caller, 'timeZone'> {
  return {
    clientId: row.client_id,
    userId: row.user_id,
    sessionId: row.session_id,
    deviceId: row.device_id ?? undefined,
    name: row.name,
    userType: row.user_type,
    permissions: new Set(row.modules),
    branchIds: row.branch_ids,
    isClientAdmin: row.is_client_admin,
    isDoctor: row.is_doctor,
    canSign: row.can_sign,
  }
}
