import { Refusal } from '#contract/kernel/error-codes.ts'
import { isLicenceOver, licenceOverWords } from '#domain/access/licence-rule.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { findLicence } from '#server/features/licences/licence-limits.ts'
import { isAllowedAddress } from '#server/kernel/auth/allowed-address.ts'
import { openSession } from '#server/kernel/auth/session-store.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import { getUserDetail } from '../session-answer.ts'
import { auditSignIn, findAllowedAddresses, isDeviceRevoked, type UserKey } from './store.ts'

/** The answer that opens a session. */
export interface SessionAnswer {
  otp_required: 'N'
  token: string
  result: SessionFields
}

/** How the person signed in, in addition to or instead of the password. */
export interface SignInDetail {
  by?: 'code' | 'passkey' | 'password_and_passkey' | 'recovery_code'
}

/**
 * Throws if the device was taken out of use. Must run after the password check, so that a caller without the password
 * learns nothing about other people's devices.
 */
export async function demandDeviceInUse(
  ctx: PublicContext,
  user: UserKey,
  deviceId: string | undefined,
): Promise<void> {
  const isRevoked = await ctx.entry(async (tx) => {
    if (deviceId === undefined || !(await isDeviceRevoked(tx, user, deviceId))) return false
    await auditSignIn(tx, user, 'device_refused', { address: ctx.address, device_id: deviceId }, ctx.now)
    return true
  })
  if (isRevoked) throw new Refusal('device_revoked')
}

/** Throws if the address is outside the person's allowed networks: their session would end at its first call. */
export async function demandAddress(ctx: PublicContext, user: UserKey): Promise<void> {
  const isAllowed = await ctx.entry(async (tx) => {
    if (isAllowedAddress(ctx.address, await findAllowedAddresses(tx, user))) return true
    await auditSignIn(tx, user, 'address_refused', { address: ctx.address }, ctx.now)
    return false
  })
  if (!isAllowed)
    throw new Refusal(
      'address_refused',
      `You may sign in from certain networks only, and ${ctx.address} is not one of them. Ask your administrator.`,
    )
}

/**
 * After the last day of the licence only administrators of the client can sign in, to enter a new key. Open sessions
 * continue, and commands held on devices are delivered (docs/decisions/106).
 */
async function demandLicence(ctx: PublicContext, user: UserKey): Promise<void> {
  const over = await ctx.entry(async (tx) => {
    const licence = await findLicence(tx, user.client_id)
    if (!licence || !isLicenceOver(licence, ctx.now)) return undefined
    const { user_type, is_client_admin } = await getUserDetail(tx, user, '')
    if (user_type === 'ADMIN' || is_client_admin === 1) return undefined
    await auditSignIn(tx, user, 'licence_over', { address: ctx.address }, ctx.now)
    return licence
  })
  if (over)
    throw new Refusal(
      'licence',
      `${licenceOverWords(over)} Your administrator can sign in and enter a new key.`,
    )
}

/** Opens the session of a complete sign-in if licence and network allow it. */
export async function beginSession(
  ctx: PublicContext,
  user: UserKey,
  deviceId: string | undefined,
  action: 'sign_in' | 'link_sign_in',
  detail: SignInDetail = {},
): Promise<SessionAnswer> {
  await demandLicence(ctx, user)
  await demandAddress(ctx, user)
  return ctx.entry(async (tx) => {
    const { client_id: clientId, user_id: userId } = user
    const { token, sessionId } = await openSession(
      tx,
      { clientId, userId, deviceId, address: ctx.address },
      ctx.now,
    )
    await auditSignIn(tx, user, action, { address: ctx.address, device_id: deviceId, ...detail }, ctx.now)
    const fields = await getUserDetail(tx, user, sessionId)
    return { otp_required: 'N', token, result: { token, ...fields } }
  })
}
