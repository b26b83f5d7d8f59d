import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { Assertion, NewCredential, RequestOptions } from '../kernel/passkey.ts'
import { SignInAnswer } from './auth.ts'

const never = { kind: 'never' } as const

/** Identifies a half-done sign-in, as returned by `auth/login`. */
const Token = requiredText(200)

/** Sign-in by a passkey: alone, or after the password. */
export const passkeySignInCalls = {
  /** A challenge for any passkey that the person chooses. */
  options: defineCall({
    key: 'auth/passkeyOptions',
    base: 'api',
    method: 'POST',
    path: 'auth/passkeyOptions',
    access: 'public',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(RequestOptions),
  }),
  /** The response to that challenge, or to the one after the correct password. */
  login: defineCall({
    key: 'auth/loginWithPasskey',
    base: 'api',
    method: 'POST',
    path: 'auth/loginWithPasskey',
    access: 'public',
    offline: never,
    input: z.strictObject({ assertion: Assertion, device_id: z.optional(EntityId) }),
    output: SignInAnswer,
  }),
  /** Registers the passkey that a person must have first, which completes the sign-in. */
  registerFirst: defineCall({
    key: 'auth/registerPasskey',
    base: 'api',
    method: 'POST',
    path: 'auth/registerPasskey',
    access: 'public',
    offline: never,
    input: z.strictObject({ name: requiredText(60), credential: NewCredential }),
    output: SignInAnswer,
  }),
  /** A recovery code instead of the passkey, after the correct password. */
  recover: defineCall({
    key: 'auth/loginWithRecoveryCode',
    base: 'api',
    method: 'POST',
    path: 'auth/loginWithRecoveryCode',
    access: 'public',
    offline: never,
    input: z.strictObject({ passkey_token: Token, code: requiredText(40) }),
    output: SignInAnswer,
  }),
  /** A one-time code instead of the passkey, if no passkey is required. */
  codeInstead: defineCall({
    key: 'auth/codeInstead',
    base: 'api',
    method: 'POST',
    path: 'auth/codeInstead',
    access: 'public',
    offline: never,
    input: z.strictObject({ passkey_token: Token }),
    output: SignInAnswer,
  }),
} as const
