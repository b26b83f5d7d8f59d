import { randomInt } from 'node:crypto'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { OTP_MINUTES, OTP_TRIES } from '#domain/time/intervals.ts'
import { NotSentError } from '#server/integrations/messages/message-channel.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import { type CodeReceiver, type FindWays, findCodeWay } from './code-ways.ts'
import { noteFailedSignIn } from './failed-sign-in.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { auditSignIn, findPendingCode, putOtp, tryOtp, type UserKey } from './store.ts'
import { admitCode } from './throttle.ts'

const LIFETIME_MS = OTP_MINUTES * 60_000

/**
 * Sends a six-digit code and returns the token of the pending sign-in; an earlier token or code becomes invalid.
 * Throws Refusal `unavailable` if no channel reaches the person or the provider did not accept the code, and
 * `throttled` after too many codes.
 */
export async function sendCode(
  ctx: PublicContext,
  receiver: CodeReceiver,
  deviceId: string | undefined,
  ways: FindWays,
): Promise<{ otp_token: string; otp_sent_to: string }> {
  const way = await findCodeWay(ways, receiver)
  if (!way) throw new Refusal('unavailable', 'The sign-in code cannot be sent. Ask your administrator.')
  await admitCode(ctx, receiver.user_id)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const otp_token = randomSecret()
  const expires = new Date(ctx.now.getTime() + LIFETIME_MS)
  const hashes = { tokenHash: secretHash(otp_token), codeHash: codeHash(otp_token, code) }
  await ctx.entry(async (tx) => {
    await putOtp(tx, { ...receiver, ...hashes, deviceId, expires }, ctx.now)
    await auditSignIn(tx, receiver, 'otp_sent', { address: ctx.address }, ctx.now)
  })
  await way.send(code).catch((error: unknown) => {
    if (!(error instanceof NotSentError)) throw error
    throw new Refusal('unavailable', 'The sign-in code could not be sent. Try again in a moment.')
  })
  return { otp_token, otp_sent_to: way.shownAs }
}

/** Sends another code for a pending sign-in; throws `otp_wrong` if the token has expired. */
export async function resendCode(
  ctx: PublicContext,
  { otp_token }: { otp_token: string },
  ways: FindWays,
): Promise<{ otp_token: string; otp_sent_to: string }> {
  const pending = await ctx.entry((tx) => findPendingCode(tx, secretHash(otp_token), OTP_TRIES, ctx.now))
  if (!pending) throw new Refusal('otp_wrong')
  return sendCode(ctx, pending, pending.device_id ?? undefined, ways)
}

/** Returns the person and the device that the correct code signs in; throws if the code is wrong, late or used up. */
export async function redeemCode(
  deps: SignInDeps,
  ctx: PublicContext,
  { otp, otp_token }: { otp: string; otp_token: string },
): Promise<UserKey & { deviceId: string | undefined }> {
  const tried = await ctx.entry((tx) =>
    tryOtp(tx, secretHash(otp_token), codeHash(otp_token, otp), OTP_TRIES, ctx.now),
  )
  if (tried && !tried.is_right) await noteFailedSignIn(deps, ctx, tried, 'otp_failed')
  if (!tried?.is_right) throw new Refusal('otp_wrong')
  return { client_id: tried.client_id, user_id: tried.user_id, deviceId: tried.device_id ?? undefined }
}

// The hash includes the token: six digits alone could be guessed from a stolen hash at once.
function codeHash(token: string, code: string): Buffer {
  return secretHash(`${token}\n${code}`)
}
