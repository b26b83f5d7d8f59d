import type { authCalls } from '#contract/calls/auth.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import { demandCaptcha } from './captcha.ts'
import { needsOtp } from './otp-rule.ts'
import { beginSession, demandAddress, demandDeviceInUse, type SignInDetail } from './public/begin-session.ts'
import { type FindWays, hasCodeWay } from './public/code-ways.ts'
import { noteFailedSignIn } from './public/failed-sign-in.ts'
import { redeemCode, sendCode } from './public/one-time-code.ts'
import { isPassword } from './public/password.ts'
import type { SecondSteps } from './public/second-steps.ts'
import type { SignInDeps } from './public/sign-in-deps.ts'
import {
  findLogin,
  findPatientLink,
  isCaptchaAlways,
  knowsDevice,
  type Login,
  type UserKey,
} from './public/store.ts'
import { admitTry, forgive } from './public/throttle.ts'

type LoginInput = ParsedInputOf<typeof authCalls.login>
type Answer = OutputOf<typeof authCalls.login>

/** Dependencies of sign-in: client transactions, the channels for codes, and the steps that passkeys add. */
export interface SignInDependencies {
  deps: SignInDeps
  ways: FindWays
  steps: SecondSteps
}

/**
 * Signs in by name and password. The order matters for security: throttle, captcha, password (the same work for
 * unknown names), one-time code. Every refusal before the code is identical for all names.
 */
export async function signInWithPassword(
  input: LoginInput,
  ctx: PublicContext,
  dependencies: SignInDependencies,
): Promise<Answer> {
  const { deps, ways, steps } = dependencies
  const { hasFailedBefore } = await admitTry(ctx, input.username)
  const login = await ctx.entry((tx) => findLogin(tx, input.username.trim()))
  if (input.captcha || hasFailedBefore || (await asksCaptchaAlways(ctx, login)))
    await demandCaptcha(ctx, input)
  const isRight = await isPassword(login?.password_hash, input.password)
  if (!login || !isRight) throw await failedSignIn(deps, ctx, login)
  await forgive(ctx, input.username)
  await demandDeviceInUse(ctx, login, input.device_id)
  await demandAddress(ctx, login)
  const needsCode = await asksCode(ctx, login, input.device_id, ways)
  const step = await steps.findPasskeyStep(deps, ctx, { user: login, deviceId: input.device_id, needsCode })
  if (step) return step
  if (needsCode) return { otp_required: 'Y', ...(await sendCode(ctx, login, input.device_id, ways)) }
  return complete(dependencies, ctx, login, input.device_id)
}

/** Completes a sign-in with the code that was sent. The device is the one that requested the code. */
export async function signInWithCode(
  input: ParsedInputOf<typeof authCalls.loginWithOtp>,
  ctx: PublicContext,
  dependencies: SignInDependencies,
): Promise<Answer> {
  const { deps, steps } = dependencies
  const { deviceId, ...user } = await redeemCode(deps, ctx, input)
  await demandDeviceInUse(ctx, user, deviceId)
  const step = await steps.findPasskeyStep(deps, ctx, { user, deviceId, needsCode: false })
  // A person who requested the code instead of a passkey, or has no passkey for this origin, passed this check in the
  // first step.
  if (step) return step
  return complete(dependencies, ctx, user, deviceId, { by: 'code' })
}

async function complete(
  { deps, steps }: SignInDependencies,
  ctx: PublicContext,
  user: UserKey,
  deviceId: string | undefined,
  detail: SignInDetail = {},
): Promise<Answer> {
  const begun = await beginSession(ctx, user, deviceId, 'sign_in', detail)
  return { ...begun, ...(await steps.missingPasskeyWords(deps, ctx, user)) }
}

/** Signs in a patient by the random secret of a link; never accepts a person's password. */
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

async function asksCaptchaAlways(ctx: PublicContext, login: Login | undefined): Promise<boolean> {
  return login ? login.captcha_rule === 'always' : ctx.entry(isCaptchaAlways)
}

async function failedSignIn(
  deps: SignInDeps,
  ctx: PublicContext,
  login: Login | undefined,
): Promise<Refusal> {
  if (login) await noteFailedSignIn(deps, ctx, login, 'sign_in_failed')
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
