import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { ERROR_CODES, type ErrorCode } from '../kernel/error-codes.ts'
import { EntityId, Instant, requiredText } from '../kernel/fields.ts'
import { Base, CommandAnswer } from './sync.ts'

const Base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'))

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]

/**
 * One queued change as it travels without a session (SYNC.md "Outbox"): its header in clear, its input sealed to the
 * server's public key, signed by the device key of its author.
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
  at: Instant,
  skew_ms: z.optional(z.int()),
  made_offline: z.optional(z.boolean()),
  /** Which of the server's keys it is sealed to. */
  key_id: requiredText(64),
  /** contract/kernel/sealed-envelope.ts: the input as JSON, in the context of `sealedContext`. */
  sealed: Base64,
  /** ECDSA P-256 with SHA-256 over `signedText`. */
  signature: Base64,
})
export type SealedCommand = z.output<typeof SealedCommand>

/** Where a sealed input belongs: it opens for this command only. */
export const sealedContext = ({ id, call, version }: Pick<SealedCommand, 'id' | 'call' | 'version'>) =>
  `readroom command ${id} ${call}@${version}`

/** What the device key signs of a command: everything that the server acts upon, in a fixed order. */
export function signedText(deviceId: string, item: Omit<SealedCommand, 'signature'>): string {
  const { id, client_id, user_id, call, version, base, depends, supersedes, at, skew_ms, made_offline } = item
  const origin = base === undefined ? null : 'rev' in base ? ['rev', base.rev] : ['follows', base.follows]
  const header = [deviceId, client_id, user_id, id, call, version, origin, depends, supersedes ?? []]
  const times = [at, skew_ms ?? null, made_offline ?? false]
  return JSON.stringify(['readroom sealed command 1', ...header, ...times, item.key_id, item.sealed])
}

/** What a device without a session may know of the outcome: nothing of the record. */
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
  retry_after: z.optional(z.number()),
})
export type SealedAnswer = z.output<typeof SealedAnswer>

/** What became of taking a command back: it never runs from now on, or this is what it had come to already. */
const Voided = z.discriminatedUnion('voided', [
  z.object({ id: EntityId, voided: z.literal(true) }),
  z.object({ id: EntityId, voided: z.literal(false), answer: CommandAnswer }),
])

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
