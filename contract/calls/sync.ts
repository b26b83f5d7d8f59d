import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { ClockWord, EntityId, Instant, requiredText, text } from '../kernel/fields.ts'
import type { RecordDeclaration } from '../records/record.ts'
import { SYNC_TYPES, SYNCED_RECORDS } from '../records/records.ts'
import { hello } from './hello.ts'

/**
 * The base of a change: a revision of the record, or an earlier command whose result it follows. `epoch` is the
 * server history that counted the revision and `of` the record's id: after a restore the same number is another text.
 */
export const Base = z.union([
  z.strictObject({ rev: z.int(), epoch: z.optional(requiredText(64)), of: z.optional(EntityId) }),
  z.strictObject({ follows: EntityId }),
])
export type Base = z.output<typeof Base>

/**
 * A human-readable number, as assigned to one command. `branch_id` is absent in a series of the whole client, `year`
 * (domain/branch/financial-year.ts) in one that continues over the years.
 */
export const GivenNumber = z.strictObject({
  kind: z.enum(['patient', 'visit', 'accession', 'receipt', 'refund', 'invoice']),
  branch_id: z.optional(EntityId),
  year: z.optional(requiredText(4)),
  no: requiredText(40),
})
export type GivenNumber = z.output<typeof GivenNumber>

/**
 * The server's signed receipt for an accepted command (docs/decisions/265): the device keeps it with the command, and
 * shows it to a server that was restored from a backup and no longer knows the command.
 */
export const SignedReceipt = z.strictObject({
  /** The history in which the command took effect. */
  epoch: requiredText(64),
  /** SHA-256 of call and input, in base64. */
  hash: requiredText(64),
  pos: z.nullable(z.int()),
  rev: z.nullable(z.int()),
  at: Instant,
  /** A settlement assigns numbers to receipts and invoices, at most 200 of each. */
  numbers: z.optional(z.array(GivenNumber).check(z.maxLength(500))),
  /** The server key that signed it. */
  key_id: requiredText(64),
  signature: requiredText(100),
})
export type SignedReceipt = z.output<typeof SignedReceipt>

/** Receipts of one command: one for each history that it took effect in. */
export const SignedReceipts = z.array(SignedReceipt).check(z.maxLength(20))

/** One queued change on the wire; `id` is the Idempotency-Key minted at the person's click. */
export const Command = z.strictObject({
  id: EntityId,
  call: requiredText(100),
  version: z.int().check(z.gte(1)),
  input: z.record(z.string(), z.unknown()),
  base: z.optional(Base),
  /** Ids of commands that must have taken effect before this one. */
  depends: z._default(z.array(EntityId), []),
  /**
   * Commands that this one replaces: they can no longer run. If one of them has already taken effect, nothing
   * else happens and its response is returned (`ran`).
   */
  supersedes: z.optional(z.array(EntityId).check(z.maxLength(50))),
  /** When the person did it, by the device's clock. */
  at: ClockWord,
  /** How far the server's clock was ahead of the device's when last measured: only corrects times, refuses nothing. */
  skew_ms: z.optional(z.int()),
  /** True if the person did it offline: if the remedy is later work, it is then accepted with a flag. */
  made_offline: z.optional(z.boolean()),
  /** The server's earlier receipts for it; a restored server learns from them what it was. */
  receipts: z.optional(SignedReceipts),
})
export type Command = z.output<typeof Command>

/** The outcome of one command: exactly what its own REST call would have returned, and its position. */
export const CommandAnswer = z.object({
  id: EntityId,
  status: z.int(),
  /** True if an earlier delivery of the same id had already taken effect. */
  replayed: z.boolean(),
  /** Feed position and revision of the record after the effect; the row leaves the outbox once pulled past it. */
  pos: z.nullable(z.int()),
  rev: z.nullable(z.int()),
  body: z.unknown(),
  /** Work left for a person ("accepted, flagged"), in the words of the call. */
  flags: z.optional(z.array(z.string())),
  /** The superseded command that had taken effect: this response is its, and the new command did not run. */
  ran: z.optional(EntityId),
  receipt: z.optional(SignedReceipt),
})
export type CommandAnswer = z.output<typeof CommandAnswer>

const put = <Type extends string, Body extends z.ZodMiniType>(type: Type, body: Body) =>
  z.object({
    type: z.literal(type),
    id: EntityId,
    rev: z.int(),
    op: z.literal('put'),
    scope: z.string(),
    body,
  })

type Puts<Records extends readonly RecordDeclaration[]> = {
  [Index in keyof Records]: ReturnType<typeof put<Records[Index]['type'], Records[Index]['body']>>
}

/** A change or a copy of a record: `put` has the body under the reader's rights, `leave` removes it from a scope. */
export const SyncRow = z.discriminatedUnion('op', [
  // `map` returns an array, not the tuple with the type of each record.
  z.discriminatedUnion(
    'type',
    SYNCED_RECORDS.map(({ type, body }) => put(type, body)) as unknown as Puts<typeof SYNCED_RECORDS>,
  ),
  z.object({
    type: z.enum(SYNC_TYPES),
    id: EntityId,
    rev: z.int(),
    op: z.literal('leave'),
    scope: z.string(),
  }),
])
export type SyncRow = z.output<typeof SyncRow>

export const syncCalls = {
  hello,
  commands: defineCall({
    key: 'sync/commands',
    base: 'api',
    method: 'POST',
    path: 'sync/commands',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      device_id: EntityId,
      commands: z.array(Command).check(z.minLength(1), z.maxLength(50)),
    }),
    output: z.object({ answers: z.array(CommandAnswer) }),
  }),
  pull: defineCall({
    key: 'sync/pull',
    base: 'api',
    method: 'GET',
    path: 'sync/pull',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      /** Opaque, as in the last response; absent on the first pull. It grows with the number of scopes. */
      cursor: z.optional(text(16_000)),
      /** Requested scopes, comma-separated; absent requests all that the session may have. */
      scopes: z.optional(text(16_000)),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(2000)), 500),
    }),
    output: z.object({
      rows: z.array(SyncRow),
      cursor: z.string(),
      /** The batches so far include everything up to this feed position. */
      pos: z.int(),
      more: z.boolean(),
      epoch: z.string(),
      /** The scopes granted now; records of any other scope must be evicted. */
      granted: z.array(z.string()),
      lost: z.array(z.string()),
      /** Changes with the caller's rights: a new value means that the session must be fetched again. */
      rights: z.optional(z.string()),
      /** Absolute bounds of each window by record type: studies received before `from` are evicted. */
      windows: z.record(z.string(), z.object({ from: Instant })),
    }),
  }),
} as const
