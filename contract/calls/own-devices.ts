import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

const never = { kind: 'never' } as const

/** Why a sign-in failed, as the audit trail names it. */
export const FAILED_SIGN_INS = [
  'sign_in_failed',
  'otp_failed',
  'passkey_failed',
  'recovery_failed',
  'device_refused',
  'address_refused',
] as const

/** A device of the caller. */
export const OwnDevice = z.object({
  device_id: EntityId,
  device_name: z.string(),
  /** The calling device. */
  is_this: Flag,
  created: Instant,
  last_contact: Instant,
  /** As last reported by the device: pending work, work that needs a person, and since when. */
  waiting: z.int(),
  needs_person: z.int(),
  oldest_unsent: z.nullable(Instant),
  revoked: z.nullable(Instant),
})
export type OwnDevice = z.output<typeof OwnDevice>

/** An active session of the caller. */
export const OwnSession = z.object({
  session_id: EntityId,
  /** The calling session. */
  is_this: Flag,
  /** Empty if the session names no device. */
  device_name: z.string(),
  address: z.string(),
  opened: Instant,
  last_seen: Instant,
})
export type OwnSession = z.output<typeof OwnSession>

/** A failed sign-in with the caller's name. */
export const FailedSignIn = z.object({ at: Instant, why: z.enum(FAILED_SIGN_INS), address: z.string() })
export type FailedSignIn = z.output<typeof FailedSignIn>

/** Devices and sign-ins of the caller; for everybody but patients. */
export const ownDeviceCalls = {
  list: defineCall({
    key: 'device/own',
    base: 'api',
    method: 'GET',
    path: 'device/own',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    /** Failed sign-ins of the last 30 days, at most the newest 50. */
    output: resultOf(
      z.object({
        devices: z.array(OwnDevice),
        sessions: z.array(OwnSession),
        failed: z.array(FailedSignIn),
      }),
    ),
  }),
  /** Takes another device of the caller out of use, as an administrator does; only an administrator readmits it. */
  end: defineCall({
    key: 'device/endOwn',
    base: 'api',
    method: 'POST',
    path: 'device/endOwn',
    access: 'session',
    offline: never,
    input: z.strictObject({ device_id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
  /** Signs out another session, and retires its device's key as a Logout there would. */
  endSession: defineCall({
    key: 'device/endSession',
    base: 'api',
    method: 'POST',
    path: 'device/endSession',
    access: 'session',
    offline: never,
    input: z.strictObject({ session_id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
  /** Signs out every session except this one. */
  endOthers: defineCall({
    key: 'device/endOtherSessions',
    base: 'api',
    method: 'POST',
    path: 'device/endOtherSessions',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: z.object({ message: z.string() }),
  }),
} as const
