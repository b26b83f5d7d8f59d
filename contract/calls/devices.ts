import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { PresentPassword } from '../kernel/password.ts'
import { HELD_REASONS } from './delivery.ts'

const Base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'), z.maxLength(2_000))
const never = { kind: 'never' } as const

/** What the server tells a device about itself. */
const DeviceTerms = z.object({
  device_name: z.string(),
  /** A vault opens offline for so many days after the last contact. */
  vault_days: z.int(),
  /** It keeps what the server took for so many days, for a server that is restored from a backup. */
  journal_days: z.int(),
})

/** A device of one user as an administrator sees it. */
export const DeviceItem = z.object({
  device_id: EntityId,
  user_id: EntityId,
  user_name: z.string(),
  device_name: z.string(),
  created: Instant,
  last_contact: Instant,
  /** As the device last said: changes that wait, those that need a person, and when the oldest was made. */
  waiting: z.int(),
  needs_person: z.int(),
  oldest_unsent: z.nullable(Instant),
  storage_used: z.int(),
  storage_granted: z.int(),
  client_version: z.string(),
  /** Copies that were found diverged and mended since the device is known. */
  repaired: z.int(),
  revoked: z.nullable(Instant),
})
export type DeviceItem = z.output<typeof DeviceItem>

/** What came back after a restore, and what is known to be missing (docs/decisions/265, 266). */
const RestoreReport = z.object({
  restored: Instant,
  /** The moment of the backup. */
  backup: Instant,
  /** Who was in touch since, with how many acknowledged changes it compared, and how many it brought back of those lost. */
  devices: z.array(
    z.object({
      device_name: z.string(),
      user_name: z.string(),
      at: Instant,
      compared: z.int(),
      lacking: z.int(),
      returned: z.int(),
    }),
  ),
  /** Devices that were in touch in the month before and were not seen since. */
  away: z.array(z.object({ device_name: z.string(), user_name: z.string(), last_contact: Instant })),
  /** The server signed for these, and they are not back: at most 200, oldest first. */
  missing: z.array(
    z.object({
      id: EntityId,
      call: z.string(),
      user_name: z.string(),
      acknowledged: Instant,
      /** Why it was refused when it came; a code of the contract, empty where it did not come yet. */
      refusal: z.string(),
      numbers: z.array(z.string()),
      /** Done online and never queued: it cannot come back, and a person does it again. */
      is_live: Flag,
      /** What such a call did, each with the number of its visit or patient where they are here. */
      acts: z.array(z.object({ action: z.string(), type: z.string(), of: z.string() })),
    }),
  ),
  missing_count: z.int(),
  /** Papers whose number another record bears by now: what is on the paper, and what the record is called now. */
  twice: z.array(
    z.object({
      call: z.string(),
      user_name: z.string(),
      kind: z.string(),
      no: z.string(),
      /** Empty where the record did not come back. */
      now: z.string(),
      /** When its paper was printed at the earliest: the server gave the number then. */
      printed: Instant,
      /** The patient or visit that it belongs to; empty where it is not back. */
      of: z.string(),
      /** The record that bears the number; absent where none is found. */
      other: z.optional(z.object({ of: z.string(), user_name: z.string(), printed: Instant })),
    }),
  ),
  /** Numbers that were left out, from the first to the last of each gap. */
  gaps: z.array(
    z.object({
      kind: z.string(),
      /** Empty for a series of the whole client. */
      branch: z.string(),
      first: z.string(),
      last: z.string(),
      /** A device that came back knew of a higher number than the restore left out. */
      is_raised: Flag,
    }),
  ),
})
export type RestoreReport = z.output<typeof RestoreReport>

const DeviceOfUser = z.strictObject({ device_id: EntityId, user_id: EntityId })

/** Served apart: a try is counted before the password is looked at, and stays counted when it is refused. */
export const deviceKeyCalls = {
  register: defineCall({
    key: 'device/register',
    base: 'api',
    method: 'POST',
    path: 'device/register',
    access: 'session',
    offline: never,
    /**
     * Said after each complete sign-in and unlock: the escrow of the data key and the public key that signs commands. The
     * password stands in the same call, so that a stolen session alone registers nothing; after a sign-in by a passkey
     * alone, what that sign-in answered for it (once, in that session) stands there instead.
     */
    input: z.strictObject({
      password: z.optional(PresentPassword),
      device_proof: z.optional(requiredText(200)),
      /** Names the data key; another key of the same device and user stands beside it. */
      key_id: EntityId,
      /** The data key (32 bytes) in an envelope to the server, in the context `readroom data key <key_id>`. */
      escrow: Base64,
      server_key_id: requiredText(64),
      /** Raw public key (65 bytes, ECDSA P-256). */
      device_key: Base64,
    }),
    output: resultOf(
      z.extend(DeviceTerms, {
        /** Present where this public key was retired: it signs nothing any more, and the device makes another. */
        retired: z.optional(z.enum(HELD_REASONS)),
      }),
    ),
  }),
} as const

export const deviceCalls = {
  release: defineCall({
    key: 'device/release',
    base: 'api',
    method: 'POST',
    path: 'device/release',
    access: 'session',
    offline: never,
    /** Gives a data key back to its user on its device, right after a complete sign-in only; audited. */
    input: z.strictObject({ key_id: EntityId }),
    output: resultOf(z.object({ key: Base64 })),
  }),
  contact: defineCall({
    key: 'device/contact',
    base: 'api',
    method: 'POST',
    path: 'device/contact',
    access: 'session',
    offline: never,
    input: z.strictObject({
      waiting: z.int().check(z.gte(0)),
      needs_person: z.int().check(z.gte(0)),
      oldest_unsent: z.nullable(Instant),
      storage_used: z.int().check(z.gte(0)),
      storage_granted: z.int().check(z.gte(0)),
      client_version: text(40),
      /** Copies mended since the last contact. */
      repaired: z.int().check(z.gte(0)),
    }),
    output: resultOf(DeviceTerms),
  }),
  list: defineCall({
    key: 'sync/devices',
    base: 'api',
    method: 'GET',
    path: 'sync/devices',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(z.array(DeviceItem)),
  }),
  restores: defineCall({
    key: 'sync/restores',
    base: 'api',
    method: 'GET',
    path: 'sync/restores',
    access: 'session',
    offline: never,
    /** For administrators of a client: its restores of the last 90 days, newest first. */
    input: z.strictObject({}),
    output: resultOf(z.array(RestoreReport)),
  }),
  rename: defineCall({
    key: 'device/rename',
    base: 'api',
    method: 'POST',
    path: 'device/rename',
    access: 'session',
    offline: never,
    input: z.strictObject({ device_id: EntityId, name: requiredText(60) }),
    output: resultOf(DeviceTerms),
  }),
  revoke: defineCall({
    key: 'device/revoke',
    base: 'api',
    method: 'POST',
    path: 'device/revoke',
    access: 'session',
    offline: never,
    input: DeviceOfUser,
    output: z.object({ message: z.string() }),
  }),
  readmit: defineCall({
    key: 'device/readmit',
    base: 'api',
    method: 'POST',
    path: 'device/readmit',
    access: 'session',
    offline: never,
    input: DeviceOfUser,
    output: z.object({ message: z.string() }),
  }),
} as const
