import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, requiredText } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { Assertion, CreationOptions, NewCredential, RequestOptions } from '../kernel/passkey.ts'
import { PresentPassword } from '../kernel/password.ts'

const never = { kind: 'never' } as const

/** A passkey of the caller. Its public key and credential id identify it to browsers and in what it signed. */
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
  /** It can unlock the data on a device by touch (WebAuthn PRF). */
  has_prf: z.boolean(),
  /** The person's password manager has copied it to other devices. */
  is_backed_up: z.boolean(),
})
export type PasskeyItem = z.output<typeof PasskeyItem>

/** Proof that the person is at the device: one of the two. */
const Proof = {
  password: z.optional(PresentPassword),
  /** The response of the person's passkey to the challenge of `askOptions`. */
  assertion: z.optional(Assertion),
}

const PasskeyName = requiredText(60)

/** Served separately: a try is counted before the proof is checked, and stays counted if it is refused. */
export const passkeyCalls = {
  list: defineCall({
    key: 'passkey/list',
    base: 'api',
    method: 'GET',
    path: 'passkey/list',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    /** `rp_id` is the domain name for passkeys at the called address; empty if passkeys cannot work there. */
    output: resultOf(
      z.object({
        passkeys: z.array(PasskeyItem),
        rp_id: z.string(),
        /** False if the client has passkeys switched off. */
        is_offered: z.boolean(),
        /** The client requires the caller to have one. */
        is_required: z.boolean(),
        /** Number of unused recovery codes. */
        recovery_codes_left: z.int(),
      }),
    ),
  }),
  /** Begins an act that a passkey authorises: a challenge for one of the caller's own passkeys. */
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
  /** Begins a registration: returns the challenge only after a proof, and only to this session. */
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
  /** Makes ten recovery codes, returned only this once; earlier ones become invalid. */
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

/** For administrators, if a person has lost passkeys and recovery codes. */
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
