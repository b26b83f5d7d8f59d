import {
  FAILED_SIGN_INS,
  type FailedSignIn,
  type OwnDevice,
  type OwnSession,
  type ownDeviceCalls,
} from '#contract/calls/own-devices.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { retireDeviceKeys } from '#server/kernel/auth/device-keys.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '#server/kernel/auth/session-store.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import { setRevoked } from './store.ts'

const FAILED_DAYS = 30
const FAILED_MAX = 50

export const ownDeviceHandlers: HandlersFor<typeof ownDeviceCalls> = {
  list: async (_, ctx) => {
    demandNotPatient(ctx.caller)
    const devices = await listOwn(ctx)
    const sessions = await listOwnSessions(ctx, devices)
    return { result: { devices, sessions, failed: await listFailed(ctx) } }
  },
  end: async ({ device_id }, ctx) => {
    const { clientId, userId, deviceId } = demandNotPatient(ctx.caller)
    if (deviceId === device_id) throw new Refusal('refused', 'You are using this device: log out instead.')
    if (!(await setRevoked(ctx.tx, { clientId, userId, deviceId: device_id }, ctx.now)))
      throw new Refusal('not_found')
    await ctx.audit('device_revoked', 'device', device_id, { user_id: userId })
    return { message: 'The device was taken out of use.' }
  },
  endSession: async ({ session_id }, ctx) => {
    const { clientId, userId, sessionId } = demandNotPatient(ctx.caller)
    if (sessionId === session_id) throw new Refusal('refused', 'You are using this session: log out instead.')
    const found = (await listSessions(ctx.tx, ctx.caller, ctx.now)).find(
      (one) => one.session_id === session_id,
    )
    if (!found) throw new Refusal('not_found')
    await revokeSession(ctx.tx, { clientId, userId, sessionId: session_id }, ctx.now)
    await retireKeys(ctx, found.device_id)
    await ctx.audit('session_ended', 'user', userId, { session_id })
    return { message: 'Signed out there.' }
  },
  endOthers: async (_, ctx) => {
    const { userId } = demandNotPatient(ctx.caller)
    const others = (await listSessions(ctx.tx, ctx.caller, ctx.now)).map(({ device_id }) => device_id)
    const ended = await revokeOtherSessions(ctx.tx, ctx.caller, ctx.now)
    for (const deviceId of new Set(others)) await retireKeys(ctx, deviceId)
    await ctx.audit('sessions_ended', 'user', userId, { ended })
    return { message: ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.` }
  },
}

/** Throws for patients: they sign in by links and have no devices here. */
export function demandNotPatient(caller: Caller): Caller {
  if (caller.userType === 'PATIENT') throw new Refusal('not_permitted')
  return caller
}

// The current device keeps its key: another session on it may be a second tab.
async function retireKeys({ tx, caller, now }: Context, deviceId: string | null): Promise<void> {
  const { clientId, userId } = caller
  if (deviceId === null || deviceId === caller.deviceId) return
  await retireDeviceKeys(tx, { clientId, userId, deviceId }, 'signed_out', now)
}

async function listOwn({ tx, caller: { clientId, userId, deviceId } }: Context): Promise<OwnDevice[]> {
  const rows = await tx
    .selectFrom('device')
    .select(['id', 'name', 'created', 'last_contact', 'waiting', 'needs_person', 'oldest_unsent', 'revoked'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .orderBy('last_contact', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    device_id: row.id,
    device_name: row.name,
    is_this: row.id === deviceId ? 1 : 0,
    created: row.created.toISOString(),
    last_contact: row.last_contact.toISOString(),
    waiting: row.waiting,
    needs_person: row.needs_person,
    oldest_unsent: row.oldest_unsent?.toISOString() ?? null,
    revoked: row.revoked?.toISOString() ?? null,
  }))
}

async function listOwnSessions(
  { tx, caller, now }: Context,
  devices: readonly OwnDevice[],
): Promise<OwnSession[]> {
  const names = new Map(devices.map(({ device_id, device_name }) => [device_id, device_name]))
  return (await listSessions(tx, caller, now)).map((session) => ({
    session_id: session.session_id,
    is_this: session.session_id === caller.sessionId ? 1 : 0,
    device_name: (session.device_id !== null && names.get(session.device_id)) || '',
    address: session.address,
    opened: session.opened.toISOString(),
    last_seen: session.last_seen.toISOString(),
  }))
}

async function listFailed({ tx, caller: { clientId, userId }, now }: Context): Promise<FailedSignIn[]> {
  const rows = await tx
    .selectFrom('audit_trail')
    .select(['at', 'action', 'detail'])
    .where('client_id', '=', clientId)
    .where('type', '=', 'user')
    .where('record_id', '=', userId)
    .where('action', 'in', [...FAILED_SIGN_INS])
    .where('at', '>', new Date(now.getTime() - FAILED_DAYS * 86_400_000))
    .orderBy('at', 'desc')
    .limit(FAILED_MAX)
    .execute()
  return rows.map(({ at, action, detail }) => ({
    at: at.toISOString(),
    why: action as FailedSignIn['why'],
    address: addressIn(detail),
  }))
}

function addressIn(detail: unknown): string {
  const address = typeof detail === 'object' && detail !== null && 'address' in detail ? detail.address : ''
  return typeof address === 'string' ? address : ''
}
