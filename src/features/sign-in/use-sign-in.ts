import { useCallback, useState } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { ApiError, callApi, OfflineError } from '#src/sync/api/call-api.ts'
import {
  deviceId,
  obeyRevocation,
  type Secret,
  signInOffline,
  startSession,
} from '#src/sync/session/session.ts'
import type { LinkCredentials } from './link-credentials.ts'
import { SIGN_IN_WORDS as WORDS } from './words.ts'

type Answer = OutputOf<typeof authCalls.login>

export interface Credentials {
  username: string
  password: string
  captcha?: string
  captcha_id?: string
}

/** A sign-in that is waiting for its one-time code. */
export interface PendingOtp {
  token: string
  sentTo: string | undefined
  /** Stays in memory until the code is correct: it seals the data kept on this device. */
  secret: Secret | undefined
}

/** A sign-in that continues with a passkey: after the password, or (without an answer) instead of it. */
export interface PendingPasskey {
  answer?: Answer
  secret?: Secret | undefined
}

export type SignInOutcome = 'entered' | 'otp' | 'offline' | 'refused'

/** The three ways to sign in (password, patient's link, one-time code), with the state to show during and after. */
export function useSignIn(demandCaptcha: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isUnreached, setUnreached] = useState(false)
  const [otp, setOtp] = useState<PendingOtp>()
  const [passkey, setPasskey] = useState<PendingPasskey>()

  const attempt = useCallback(
    async (send: () => Promise<Answer>, secret?: Secret): Promise<SignInOutcome> => {
      setBusy(true)
      setError(undefined)
      setUnreached(false)
      try {
        const answer = await send()
        if (answer.passkey_required) {
          setOtp(undefined)
          setPasskey({ answer, secret })
          return 'otp'
        }
        const pending = await enter(answer, secret)
        setOtp(pending)
        return pending ? 'otp' : 'entered'
      } catch (problem) {
        if (problem instanceof OfflineError) {
          const refusal = secret && (await enterOffline(secret))
          setUnreached(true)
          setError(refusal)
          return 'offline'
        }
        setError(problem instanceof Error && problem.message !== '' ? problem.message : WORDS.failed)
        if (problem instanceof ApiError && problem.code === 'device_revoked' && secret)
          await obeyRevocation(secret)
        if (problem instanceof ApiError && problem.body.reloadCaptha === 'YES') await demandCaptcha()
        return 'refused'
      } finally {
        setBusy(false)
      }
    },
    [demandCaptcha],
  )

  const signIn = useCallback(
    (credentials: Credentials) =>
      attempt(
        async () => callApi(authCalls.login, { ...credentials, device_id: await deviceId() }),
        credentials,
      ),
    [attempt],
  )
  const signInByLink = useCallback(
    (link: LinkCredentials) => attempt(() => callApi(authCalls.patAutoLogin, link)),
    [attempt],
  )
  const confirmOtp = useCallback(
    (pending: PendingOtp, code: string) =>
      attempt(
        async () =>
          callApi(authCalls.loginWithOtp, {
            otp: code,
            otp_token: pending.token,
            device_id: await deviceId(),
          }),
        pending.secret,
      ),
    [attempt],
  )
  const resendOtp = useCallback(
    (pending: PendingOtp) =>
      attempt(() => callApi(authCalls.resendOtp, { otp_token: pending.token }), pending.secret),
    [attempt],
  )
  /** Continues with a passkey, with a code that was sent, or (with neither) stops. */
  const goOn = useCallback((next?: PendingPasskey, code?: PendingOtp) => {
    setError(undefined)
    setPasskey(next)
    setOtp(code)
  }, [])

  return {
    goOn,
    passkey,
    isBusy,
    error,
    isUnreached,
    otp,
    signIn,
    signInByLink,
    confirmOtp,
    resendOtp,
  }
}

/** Starts the session if the response is complete; otherwise returns what must still be confirmed. */
async function enter(answer: Answer, secret: Secret | undefined): Promise<PendingOtp | undefined> {
  if (answer.otp_required === 'Y' && answer.otp_token)
    return { token: answer.otp_token, sentTo: answer.otp_sent_to, secret }
  if (!answer.result) throw new Error(answer.message ?? WORDS.failed)
  await startSession(answer.result, secret)
  const { message } = answer
  if (message !== undefined)
    void import('#src/ui/notes/notify.ts').then(({ notifyError }) => notifyError(message, WORDS.told))
  return undefined
}

/** Opens the person's data on this device; returns why it failed, as text. */
async function enterOffline(secret: Secret): Promise<string | undefined> {
  try {
    return (await signInOffline(secret)) ? undefined : WORDS.unknownOffline
  } catch (problem) {
    return problem instanceof Error ? problem.message : WORDS.failed
  }
}
