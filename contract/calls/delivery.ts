import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { ERROR_CODES, type ErrorCode } from '../kernel/error-codes.ts'
import { ClockWord, EntityId, Instant, requiredText } from '../kernel/fields.ts'
import { Base, CommandAnswer, SignedReceipt, SignedReceipts } from './sync.ts'

const Base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'))

/** Longest sealed input: three report texts of maximum length, in three-byte characters, as base64. */
const SEALED_MAX = 6_500_000

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]

/**
 * Permission to sign one record while the vault is locked (docs/decisions/249): granted by the device key to a key that
 * exists only in the memory of one page.
 */
export const Delegation = z.strictObject({
  call: requiredText(100),
  /** The record that the command must be about. */
  record: EntityId,
  at: ClockWord,
  /** Raw public key (65 bytes, ECDSA P-256) that signs the command. */
  key: Base64,
  /** Signature of the device key over `delegationText`. */
  signature: Base64,
})
export type Delegation = z.output<typeof Delegation>

/**
 * One queued change sent without a session: its header in clear, its input sealed to the server's public key,
 * signed by the device key of its author when the person made it (docs/decisions/249).
 */
export const SealedCommand = z.strictObject({
  id: EntityId,
  client_id: EntityId,
  user_id: EntityId,
  call: requiredText(100),
  version: z.int().check(z.gte(1)),
  base: z.optional(Base),
  depends: z._default(z.array(EntityId), []),
  supersedes: z.optional(z.array(EntityId)),
  at: ClockWord,
  skew_ms: z.optional(z.int()),
  made_offline: z.optional(z.boolean()),
  /** The sequence number of the command on its device; absent in commands signed by an earlier build. */
  seq: z.optional(z.int().check(z.gte(1))),
  /** The command before it in this delivery, which must have taken effect; stated by the sender, not signed. */
  after: z.optional(EntityId),
  /** Present if a delegated key signed it instead of the device key itself. */
  delegation: z.optional(Delegation),
  /** As in Command; signed by the server instead of the device. */
  receipts: z.optional(SignedReceipts),
  /** The server key that it is sealed to. */
  key_id: requiredText(64),
  /** contract/kernel/sealed-envelope.ts: the input as JSON, in the context of `sealedContext`. */
  sealed: Base64.check(z.maxLength(SEALED_MAX)),
  /** ECDSA P-256 with SHA-256 over `signedText`. */
  signature: Base64,
})
export type SealedCommand = z.output<typeof SealedCommand>

/** The context of a sealed input: it can be opened for this command only. */
export const sealedContext = ({ id, call, version }: Pick<SealedCommand, 'id' | 'call' | 'version'>) =>
  `readroom command ${id} ${call}@${version}`

type Signed = Omit<SealedCommand, 'signature'>

const originOf = ({ base }: Pick<Signed, 'base'>) => {
  if (base === undefined) return null
  if ('follows' in base) return ['follows', base.follows]
  const { rev, epoch, of } = base
  return epoch === undefined && of === undefined ? ['rev', rev] : ['rev', rev, epoch ?? null, of ?? null]
}

/** The signed fields. The sequence number distinguishes current commands from those of an earlier build. */
export type SignedHeader = Pick<
  Signed,
  | 'id'
  | 'client_id'
  | 'user_id'
  | 'call'
  | 'version'
  | 'base'
  | 'depends'
  | 'supersedes'
  | 'at'
  | 'skew_ms'
  | 'seq'
  | 'key_id'
>

/**
 * The text that the device key signs at the person's click: everything that affects the server, in a fixed order.
 * `sealedHash` is the SHA-256 of the sealed bytes in base64. Whether it was made offline is not included: the app may
 * continue without a response after the click.
 */
export function signedText(deviceId: string, item: SignedHeader, sealedHash: string): string {
  const { id, client_id, user_id, call, version, depends, supersedes, at, skew_ms, seq, key_id } = item
  const header = [deviceId, client_id, user_id, id, call, version, originOf(item), depends, supersedes ?? []]
  const moment = [at, skew_ms ?? null, seq ?? null]
  return JSON.stringify(['readroom sealed command 2', ...header, ...moment, key_id, sealedHash])
}

/** The same text as signed by builds before the sequence number existed. */
export function firstSignedText(deviceId: string, item: Signed): string {
  const { id, client_id, user_id, call, version, depends, supersedes, at, skew_ms, made_offline } = item
  const header = [deviceId, client_id, user_id, id, call, version, originOf(item), depends, supersedes ?? []]
  const times = [at, skew_ms ?? null, made_offline ?? false]
  return JSON.stringify(['readroom sealed command 1', ...header, ...times, item.key_id, item.sealed])
}

/** The text that the device key signs to delegate signing for one record. */
export function delegationText(
  { deviceId, clientId, userId }: { deviceId: string; clientId: string; userId: string },
  { call, record, at, key }: Omit<Delegation, 'signature'>,
): string {
  return JSON.stringify(['readroom delegation 1', deviceId, clientId, userId, call, record, at, key])
}

/** The outcome that a device without a session may know: nothing of the record. */
export const SealedAnswer = z.object({
  id: EntityId,
  status: z.int(),
  code: z.optional(z.enum(CODES)),
  replayed: z.boolean(),
  pos: z.nullable(z.int()),
  rev: z.nullable(z.int()),
  flags: z.optional(z.array(z.string())),
  /** As in CommandAnswer. */
  ran: z.optional(EntityId),
  receipt: z.optional(SignedReceipt),
  retry_after: z.optional(z.number()),
})
export type SealedAnswer = z.output<typeof SealedAnswer>

/** The result of revoking a command: it can no longer run, or the outcome that it already has. */
const Voided = z.discriminatedUnion('voided', [
  z.object({ id: EntityId, voided: z.literal(true) }),
  z.object({ id: EntityId, voided: z.literal(false), answer: CommandAnswer }),
])

/** Why a command is held. */
export const HELD_REASONS = [
  'password_changed',
  'password_reset',
  'dismissed',
  'signed_out',
  'revoked',
  'replaced',
  'earlier_build',
  'too_old',
] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** A command signed by a retired key, or received long after it was made: still sealed, and without effect. */
export const HeldCommand = z.object({
  id: EntityId,
  user_id: EntityId,
  user_name: z.string(),
  device_id: EntityId,
  device_name: z.string(),
  call: z.string(),
  /** When it was made, by the device's corrected clock. */
  made: Instant,
  received: Instant,
  reason: z.enum(HELD_REASONS),
  /** Why its release was refused, if it was tried. */
  refusal: z.string(),
})
export type HeldCommand = z.output<typeof HeldCommand>

export const deliveryCalls = {
  deliver: defineCall({
    key: 'sync/deliver',
    base: 'api',
    method: 'POST',
    path: 'sync/deliver',
    access: 'public',
    offline: { kind: 'never' },
    input: z.strictObject({
      device_id: EntityId,
      items: z.array(SealedCommand).check(z.minLength(1), z.maxLength(50)),
    }),
    output: z.object({ answers: z.array(SealedAnswer) }),
  }),
  /** The caller's own held commands; everybody's for a client administrator. Oldest first. */
  held: defineCall({
    key: 'sync/held',
    base: 'api',
    method: 'GET',
    path: 'sync/held',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    output: z.object({ result: z.array(HeldCommand) }),
  }),
  /** Releases the caller's held commands, each judged as if it came now; only after a new sign-in. */
  release: defineCall({
    key: 'sync/release',
    base: 'api',
    method: 'POST',
    path: 'sync/release',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ ids: z.array(EntityId).check(z.minLength(1), z.maxLength(50)) }),
    output: z.object({ answers: z.array(SealedAnswer) }),
  }),
  /** Discards the caller's held commands: they never take effect. */
  discard: defineCall({
    key: 'sync/discard',
    base: 'api',
    method: 'POST',
    path: 'sync/discard',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ ids: z.array(EntityId).check(z.minLength(1), z.maxLength(50)) }),
    output: z.object({ message: z.string() }),
  }),
  void: defineCall({
    key: 'sync/void',
    base: 'api',
    method: 'POST',
    path: 'sync/void',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ ids: z.array(EntityId).check(z.minLength(1), z.maxLength(50)) }),
    output: z.object({ results: z.array(Voided) }),
  }),
} as const
