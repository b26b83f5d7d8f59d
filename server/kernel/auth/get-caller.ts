import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { isAllowedAddress } from './allowed-address.ts'
import { findSession, isTokenOfRevokedDevice, revokeSession } from './session-store.ts'
import { timeZoneOf } from './time-zone.ts'
import { findToken } from './token.ts'

/** Returns the caller of a request; throws signed_out if there is no session or it has ended. */
export async function getCaller(kernel: Kernel, request: FastifyRequest): Promise<Caller> {
  return getCallerOf(kernel, findToken(request.headers), request)
}

/** Returns the caller whose session has this token; throws like getCaller. */
export async function getCallerOf(
  kernel: Kernel,
  token: string | undefined,
  request: FastifyRequest,
): Promise<Caller> {
  const session = token && (await findSession(kernel.database.pool, token, kernel.now()))
  if (!session) throw await signedOut(kernel, token)
  if (!isAllowedAddress(request.ip, session.allowedIps)) {
    await endAtForeignAddress(kernel, session.caller, request.ip)
    throw new Refusal('signed_out')
  }
  return { ...session.caller, timeZone: timeZoneOf(request.headers), address: request.ip }
}

// Tells a device that was taken out of use about it, so that it wipes its copies.
async function signedOut({ database: { pool } }: Kernel, token: string | undefined): Promise<Refusal> {
  const isRevoked = token !== undefined && (await isTokenOfRevokedDevice(pool, token))
  return new Refusal('signed_out', undefined, isRevoked ? { device_revoked: 1 } : {})
}

/** Throws if the caller's role lacks the call's permission, or the client does not have its main module switched on. */
export function demandAccess({ access, module }: Pick<AnyCall, 'access' | 'module'>, caller: Caller): void {
  if (access !== 'public' && access !== 'session' && !caller.permissions.has(access))
    throw new Refusal('not_permitted')
  if (module !== undefined) demandModule(module, caller)
}

/**
 * Throws if the client has none of these main modules switched on. The platform has no modules, so its people may not
 * use anything that belongs to one.
 */
export function demandModule(
  module: MainModule | readonly MainModule[],
  { mainModules, userType }: Caller,
): void {
  const any = typeof module === 'string' ? [module] : module
  if (!any.some((name) => mainModules.has(name)))
    throw new Refusal(userType === 'ADMIN' ? 'not_permitted' : 'module_off')
}

// Ends the session of a token used from outside the allowed networks, because it may be stolen; queued work
// is kept.
async function endAtForeignAddress(
  kernel: Kernel,
  caller: Omit<Caller, 'timeZone'>,
  address: string,
): Promise<void> {
  const now = kernel.now()
  await kernel.database.entry(async (tx) => {
    await revokeSession(tx, caller, now)
    await sql`select entry.audit_sign_in(${randomUUID()}, ${caller.clientId}, ${caller.userId}, 'address_refused',
      ${JSON.stringify({ address })}::jsonb, ${now})`.execute(tx)
  })
}
