import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { Assertion, NewCredential, RequestOptions } from '../kernel/passkey.ts'
import { SignInAnswer } from './auth.ts'

const never = { kind: 'never' } as const

/** Names a half-done sign-in, as `auth/login` told it. */
const Token = requiredText(200)

/** Sign-in by a passkey: alone, or after the password. */
export const passkeySignInCalls = {
  /** A challenge for whichever passkey the person chooses. */
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
  /** The answer to that challenge, or to the one that came after the right password. */
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
  /** Registers the passkey that somebody must have before anything else, which completes the sign-in. */
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
  /** A recovery code in the place of the passkey, after the right password. */
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
  /** A one-time code in the place of the passkey, where no passkey is required. */
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
