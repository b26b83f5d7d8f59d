import { useCallback, useEffect, useRef, useState } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import { passkeySignInCalls } from '#contract/calls/passkey-sign-in.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { askPasskey, makePasskey } from '#src/sync/passkeys/authenticator.ts'
import {
  deviceId,
  leaveVault,
  type PasskeySecret,
  type Secret,
  startSession,
} from '#src/sync/session/session.ts'
import { tryCredentials } from '#src/sync/session/session-state.ts'
import { PasswordNeededError } from '#src/sync/session/vault/vault-errors.ts'
import { PASSKEY_WORDS as WORDS } from './passkey-words.ts'
import type { PendingOtp, PendingPasskey } from './use-sign-in.ts'

type Answer = OutputOf<typeof authCalls.login>

/**
 * The state of the dialog: waiting for the passkey, the form of a new one, its codes, or the password of the
 * device.
 */
export type StepState =
  | { kind: 'ask' }
  | { kind: 'first' }
  | { kind: 'codes'; codes: readonly string[]; name: string; go: () => void }
  | { kind: 'password'; go: (password: string) => void }

/**
 * Leads a sign-in by passkey from the first question to the session; `onOtp` continues with a code that was
 * sent instead.
 */
export function usePasskeyStep({ answer, secret }: PendingPasskey, onOtp: (pending: PendingOtp) => void) {
  const [state, setState] = useState<StepState>({ kind: answer?.passkey_required === 'R' ? 'first' : 'ask' })
  const [error, setError] = useState<string | undefined>(answer?.message)
  const [isBusy, setBusy] = useState(false)
  const hasSession = useRef(false)

  const attempt = useCallback(async (run: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await run()
    } catch (problem) {
      setError(problem instanceof Error && problem.message !== '' ? problem.message : WORDS.failed)
    } finally {
      setBusy(false)
    }
  }, [])

  const begin = useCallback(
    async (fields: SessionFields, by: Secret | PasskeySecret) => {
      hasSession.current = true
      try {
        await startSession(fields, by)
      } catch (problem) {
        if (!(problem instanceof PasswordNeededError)) throw problem
        const go = (password: string) =>
          void attempt(() => startSession(fields, { username: by.username, password }))
        setState({ kind: 'password', go })
      }
    },
    [attempt],
  )

  const enter = useCallback(
    async ({ result, username, device_proof, message }: Answer) => {
      if (!result) throw new Error(message ?? WORDS.failed)
      const by = secret ?? { username: username ?? '', deviceProof: device_proof ?? '' }
      await begin(result, by)
    },
    [begin, secret],
  )

  const ask = useCallback(
    () =>
      attempt(async () => {
        const options = answer?.passkey_options ?? (await callApi(passkeySignInCalls.options, {})).result
        const assertion = await askPasskey(options)
        await enter(await callApi(passkeySignInCalls.login, { assertion, device_id: await deviceId() }))
      }),
    [attempt, answer, enter],
  )

  const register = (name: string) =>
    attempt(async () => {
      if (!answer?.passkey_creation) return
      const credential = await makePasskey(answer.passkey_creation)
      const made = await callApi(passkeySignInCalls.registerFirst, { name, credential })
      const codes = made.recovery_codes ?? []
      const person = made.result?.name ?? ''
      setState({ kind: 'codes', codes, name: person, go: () => void attempt(() => enter(made)) })
    })

  const recover = (code: string) =>
    attempt(async () => {
      const passkey_token = answer?.passkey_token ?? ''
      await enter(await callApi(passkeySignInCalls.recover, { passkey_token, code }))
    })

  const codeInstead = () =>
    attempt(async () => {
      const sent = await callApi(passkeySignInCalls.codeInstead, {
        passkey_token: answer?.passkey_token ?? '',
      })
      if (sent.otp_token) onOtp({ token: sent.otp_token, sentTo: sent.otp_sent_to, secret })
    })

  // A session that was opened but is not wanted is ended as by a logout.
  const leave = useCallback(() => {
    if (!hasSession.current) return
    void callApi(authCalls.logout, {})
      .catch(() => undefined)
      .then(() => leaveVault())
      .then(() => tryCredentials(undefined))
  }, [])

  const canAsk = state.kind === 'ask' && (answer === undefined || answer.passkey_options !== undefined)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    // In a microtask, so that the dialog is rendered before the browser's prompt covers it.
    if (canAsk) queueMicrotask(() => void ask())
  }, [ask, canAsk])
  return { state, error, isBusy, canAsk, ask, register, recover, codeInstead, leave }
}
