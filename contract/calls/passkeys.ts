import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, requiredText } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { Assertion, CreationOptions, NewCredential, RequestOptions } from '../kernel/passkey.ts'
import { PresentPassword } from '../kernel/password.ts'

const never = { kind: 'never' } as const

/** A passkey of the caller. Its public key and credential id name it to browsers and to what it signed. */
export const PasskeyItem = z.object({
  id: EntityId,
  /** Base64url. */
  credential_id: z.string(),
  name: z.string(),
  /** The domain name that it works under. */
  rp_id: z.string(),
  transports: z.array(z.string()),
  made: Instant,
  last_used: z.nullable(Instant),
  /** It can unlock what is on a device by touch (WebAuthn PRF). */
  has_prf: z.boolean(),
  /** It was copied to other devices of its person by their password manager. */
  is_backed_up: z.boolean(),
})
export type PasskeyItem = z.output<typeof PasskeyItem>

/** Proof that the person is at the device: one of the two. */
const Proof = {
  password: z.optional(PresentPassword),
  /** What a passkey of the person answered to the challenge of `askOptions`. */
  assertion: z.optional(Assertion),
}

const PasskeyName = requiredText(60)

/** Served apart: a try is counted before the proof is looked at, and stays counted when it is refused. */
export const passkeyCalls = {
  list: defineCall({
    key: 'passkey/list',
    base: 'api',
    method: 'GET',
    path: 'passkey/list',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    /** `rp_id` is the domain name for passkeys at the address that was called; empty where there can be none. */
    output: resultOf(
      z.object({
        passkeys: z.array(PasskeyItem),
        rp_id: z.string(),
        /** False where the client has passkeys switched off. */
        is_offered: z.boolean(),
        /** The client requires one of the caller. */
        is_required: z.boolean(),
        /** Recovery codes that are not used yet. */
        recovery_codes_left: z.int(),
      }),
    ),
  }),
  /** Begins an act that a passkey proves: a challenge for one of the caller's own passkeys. */
  askOptions: defineCall({
    key: 'passkey/askOptions',
    base: 'api',
    method: 'POST',
    path: 'passkey/askOptions',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(RequestOptions),
  }),
  /** Begins a registration: the challenge is given for a proof only, and to this session only. */
  registerOptions: defineCall({
    key: 'passkey/registerOptions',
    base: 'api',
    method: 'POST',
    path: 'passkey/registerOptions',
    access: 'session',
    offline: never,
    input: z.strictObject(Proof),
    output: resultOf(CreationOptions),
  }),
  register: defineCall({
    key: 'passkey/register',
    base: 'api',
    method: 'POST',
    path: 'passkey/register',
    access: 'session',
    offline: never,
    input: z.strictObject({ name: PasskeyName, credential: NewCredential }),
    output: resultOf(PasskeyItem),
  }),
  rename: defineCall({
    key: 'passkey/rename',
    base: 'api',
    method: 'POST',
    path: 'passkey/rename',
    access: 'session',
    offline: never,
    input: z.strictObject({ id: EntityId, name: PasskeyName }),
    output: resultOf(PasskeyItem),
  }),
  remove: defineCall({
    key: 'passkey/remove',
    base: 'api',
    method: 'POST',
    path: 'passkey/remove',
    access: 'session',
    offline: never,
    input: z.strictObject({ id: EntityId, ...Proof }),
    output: z.object({ message: z.string() }),
  }),
  /** Makes ten recovery codes, told this once; the ones before them are over. */
  recoveryCodes: defineCall({
    key: 'passkey/recoveryCodes',
    base: 'api',
    method: 'POST',
    path: 'passkey/recoveryCodes',
    access: 'session',
    offline: never,
    input: z.strictObject(Proof),
    output: resultOf(z.array(z.string())),
  }),
} as const

/** For an administrator whose person lost passkeys and recovery codes. */
export const othersPasskeyCalls = {
  removeAll: defineCall({
    key: 'user/removePasskeys',
    base: 'api',
    method: 'POST',
    path: 'user/removePasskeys',
    access: 'session',
    offline: never,
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
} as const
