import type { authCalls } from '#contract/calls/auth.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isLicenceOver, licenceOverWords } from '#domain/access/licence-rule.ts'
import { isAllowedAddress } from '#server/kernel/auth/allowed-address.ts'
import { openSession } from '#server/kernel/auth/session-store.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import { findLicence } from '../platform/licence-limits.ts'
import { demandCaptcha } from './captcha.ts'
import { type FindWays, hasCodeWay } from './code-ways.ts'
import { redeemCode, sendCode } from './one-time-code.ts'
import { needsOtp } from './otp-rule.ts'
import { isPassword } from './password.ts'
import { secretHash } from './secret.ts'
import { getUserDetail } from './session-answer.ts'
import {
  auditSignIn,
  findAllowedAddresses,
  findLogin,
  findPatientLink,
  isCaptchaAlways,
  isDeviceRevoked,
  knowsDevice,
  type Login,
  type UserKey,
} from './store.ts'
import { admitTry, forgive } from './throttle.ts'

type LoginInput = ParsedInputOf<typeof authCalls.login>
type Answer = OutputOf<typeof authCalls.login>

/**
 * Sign-in by name and password. The order is the security: throttle, then captcha, then the password (the same work
 * for names that nobody has), then the one-time code; every refusal before the code says the same for any name.
 */
export async function signInWithPassword(
  input: LoginInput,
  ctx: PublicContext,
  ways: FindWays,
): Promise<Answer> {
  const { hasFailedBefore } = await admitTry(ctx, input.username)
  const login = await ctx.entry((tx) => findLogin(tx, input.username.trim()))
  if (input.captcha || hasFailedBefore || (await asksCaptchaAlways(ctx, login)))
    await demandCaptcha(ctx, input)
  const isRight = await isPassword(login?.password_hash, input.password)
  if (!login || !isRight) throw await failedSignIn(ctx, login)
  await forgive(ctx, input.username)
  await demandDeviceInUse(ctx, login, input.device_id)
  await demandAddress(ctx, login)
  if (await asksCode(ctx, login, input.device_id, ways)) {
    return { otp_required: 'Y', ...(await sendCode(ctx, login, input.device_id, ways)) }
  }
  return beginSession(ctx, login, input.device_id, 'sign_in')
}

/** The second half of a sign-in: the code that was sent. The device is the one that asked for it. */
export async function signInWithCode(
  input: ParsedInputOf<typeof authCalls.loginWithOtp>,
  ctx: PublicContext,
): Promise<Answer> {
  const { deviceId, ...user } = await redeemCode(ctx, input)
  await demandDeviceInUse(ctx, user, deviceId)
  return beginSession(ctx, user, deviceId, 'sign_in')
}

/** Sign-in of a patient by the random secret of a link; a person's password is never accepted here. */
export async function signInWithLink(
  input: ParsedInputOf<typeof authCalls.patAutoLogin>,
  ctx: PublicContext,
): Promise<Answer> {
  await admitTry(ctx, `link of ${input.username}`)
  const user = await ctx.entry((tx) =>
    findPatientLink(tx, input.username, secretHash(input.password), ctx.now),
  )
  if (!user) throw new Refusal('sign_in_failed', 'This link is not valid or has expired.')
  await forgive(ctx, `link of ${input.username}`)
  return beginSession(ctx, user, undefined, 'link_sign_in')
}

// Asked after the password and never before: who does not know it learns nothing of the devices of others.
async function demandDeviceInUse(
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

// A session from elsewhere would end at its first call. Asked after the password, as the device is.
async function demandAddress(ctx: PublicContext, user: UserKey): Promise<void> {
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

async function asksCaptchaAlways(ctx: PublicContext, login: Login | undefined): Promise<boolean> {
  return login ? login.captcha_rule === 'always' : ctx.entry(isCaptchaAlways)
}

async function failedSignIn(ctx: PublicContext, login: Login | undefined): Promise<Refusal> {
  if (login)
    await ctx.entry((tx) => auditSignIn(tx, login, 'sign_in_failed', { address: ctx.address }, ctx.now))
  return new Refusal('sign_in_failed', undefined, { reloadCaptha: 'YES' })
}

async function asksCode(ctx: PublicContext, login: Login, deviceId: string | undefined, ways: FindWays) {
  const isKnownDevice = deviceId !== undefined && (await ctx.entry((tx) => knowsDevice(tx, login, deviceId)))
  const isAdministrator = login.user_type === 'ADMIN' || login.is_client_admin
  return needsOtp({
    rule: login.otp_rule,
    isAdministrator,
    isKnownDevice,
    hasChannel: await hasCodeWay(ways, login),
  })
}

/**
 * After the last day of its licence nobody of a client signs in but its administrators, who enter a new key. Sessions
 * that are open go on, and what devices hold is delivered (docs/decisions/106).
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

async function beginSession(
  ctx: PublicContext,
  user: UserKey,
  deviceId: string | undefined,
  action: 'sign_in' | 'link_sign_in',
): Promise<Answer> {
  await demandLicence(ctx, user)
  await demandAddress(ctx, user)
  return ctx.entry(async (tx) => {
    const { client_id: clientId, user_id: userId } = user
    const { token, sessionId } = await openSession(
      tx,
      { clientId, userId, deviceId, address: ctx.address },
      ctx.now,
    )
    await auditSignIn(tx, user, action, { address: ctx.address }, ctx.now)
    const detail = await getUserDetail(tx, user, sessionId)
    return { otp_required: 'N', token, result: { token, ...detail } }
  })
}
