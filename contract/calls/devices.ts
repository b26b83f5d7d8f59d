import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { PresentPassword } from '../kernel/password.ts'
import { HELD_REASONS } from './delivery.ts'

const Base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'), z.maxLength(2_000))
const never = { kind: 'never' } as const

/** The server's rules for a device. */
const DeviceTerms = z.object({
  device_name: z.string(),
  /** A vault opens offline for this many days after the last contact. */
  vault_days: z.int(),
  /** It keeps accepted commands for this many days, for a server that is restored from a backup. */
  journal_days: z.int(),
})

/** A user's device as an administrator sees it. */
export const DeviceItem = z.object({
  device_id: EntityId,
  user_id: EntityId,
  user_name: z.string(),
  device_name: z.string(),
  created: Instant,
  last_contact: Instant,
  /** As last reported by the device: pending changes, those that need a person, and when the oldest was made. */
  waiting: z.int(),
  needs_person: z.int(),
  oldest_unsent: z.nullable(Instant),
  storage_used: z.int(),
  storage_granted: z.int(),
  client_version: z.string(),
  /** Diverged copies repaired since the device is known. */
  repaired: z.int(),
  revoked: z.nullable(Instant),
})
export type DeviceItem = z.output<typeof DeviceItem>

/** What came back after a restore, and what is known to be missing (docs/decisions/265, 266). */
const RestoreReport = z.object({
  restored: Instant,
  /** The moment of the backup. */
  backup: Instant,
  /** Devices seen since, with how many acknowledged changes each compared, and how many lost ones it brought back. */
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
  /** Devices seen in the month before but not since. */
  away: z.array(z.object({ device_name: z.string(), user_name: z.string(), last_contact: Instant })),
  /** Changes that the server signed for and that are not back: at most 200, oldest first. */
  missing: z.array(
    z.object({
      id: EntityId,
      call: z.string(),
      user_name: z.string(),
      acknowledged: Instant,
      /** Why it was refused when it came; a code of the contract, empty if it has not come yet. */
      refusal: z.string(),
      numbers: z.array(z.string()),
      /** Done online and never queued: it cannot come back, so a person must redo it. */
      is_live: Flag,
      /** The acts of such a call, each with the number of its visit or patient if they exist here. */
      acts: z.array(z.object({ action: z.string(), type: z.string(), of: z.string() })),
    }),
  ),
  missing_count: z.int(),
  /** Papers whose number another record has by now: the printed number, and the record's current one. */
  twice: z.array(
    z.object({
      call: z.string(),
      user_name: z.string(),
      kind: z.string(),
      no: z.string(),
      /** Empty if the record did not come back. */
      now: z.string(),
      /** The earliest time at which its paper was printed: the server assigned the number then. */
      printed: Instant,
      /** The patient or visit that it belongs to; empty if it is not back. */
      of: z.string(),
      /** The record that now has the number; absent if none is found. */
      other: z.optional(z.object({ of: z.string(), user_name: z.string(), printed: Instant })),
    }),
  ),
  /** Skipped numbers, from the first to the last of each gap. */
  gaps: z.array(
    z.object({
      kind: z.string(),
      /** Empty for a series of the whole client. */
      branch: z.string(),
      first: z.string(),
      last: z.string(),
      /** A device that came back knew a higher number than the restore skipped. */
      is_raised: Flag,
    }),
  ),
})
export type RestoreReport = z.output<typeof RestoreReport>

const DeviceOfUser = z.strictObject({ device_id: EntityId, user_id: EntityId })

/** Served separately: a try is counted before the password is checked, and stays counted if it is refused. */
export const deviceKeyCalls = {
  register: defineCall({
    key: 'device/register',
    base: 'api',
    method: 'POST',
    path: 'device/register',
    access: 'session',
    offline: never,
    /**
     * Sent after each complete sign-in and unlock: the escrow of the data key and the public key that signs commands.
     * The same call contains the password, so that a stolen session alone cannot register a key; after a sign-in by
     * passkey alone, it contains that sign-in's token (once, in that session) instead.
     */
    input: z.strictObject({
      password: z.optional(PresentPassword),
      device_proof: z.optional(requiredText(200)),
      /** Names the data key; a device and user can have several. */
      key_id: EntityId,
      /** The data key (32 bytes) in an envelope to the server, in the context `readroom data key <key_id>`. */
      escrow: Base64,
      server_key_id: requiredText(64),
      /** Raw public key (65 bytes, ECDSA P-256). */
      device_key: Base64,
    }),
    output: resultOf(
      z.extend(DeviceTerms, {
        /** Present if this public key was retired: it can no longer sign, and the device makes another. */
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
    /** Returns a data key to its user on its device, only right after a complete sign-in; audited. */
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
      /** Copies repaired since the last contact. */
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
