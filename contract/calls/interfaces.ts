import * as z from 'zod/mini'
import { EXCHANGE_KINDS, EXCHANGE_OUTCOMES } from '#domain/exchange/kinds.ts'
import { REST_DAYS_MOST, SILENT_AFTER_HOURS } from '#domain/exchange/silence.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'

const Kind = z.enum(EXCHANGE_KINDS)
const Outcome = z.enum(EXCHANGE_OUTCOMES)

/** 0 (Sunday) to 6. */
const WeekDay = z.int().check(z.gte(0), z.lte(6))

/** Another system, by the kind of traffic with it. */
export const ExchangePeer = z.object({
  id: EntityId,
  kind: Kind,
  name: z.string(),
  first_contact: Instant,
  /** When it was last heard of its own accord; null for what only this server begins. */
  last_contact: z.nullable(Instant),
  /** The last exchange, however it ended. */
  last_at: Instant,
  last_outcome: Outcome,
  last_reason: z.string(),
  /** Exchanges of the last 24 hours, and those of them that were refused or failed. */
  day_total: z.int(),
  day_bad: z.int(),
  /** It is heard at its own pace, so that its silence can be told. */
  is_heard: Flag,
  /** After so many open hours its silence is told; null where nobody wants to be told. */
  silent_after_hours: z.nullable(z.int()),
  /** Days of the week that do not count, 0 (Sunday) to 6. */
  rest_days: z.array(WeekDay),
  /** Since when nothing was heard of it, where that was told and it is silent still. */
  silent_since: z.nullable(Instant),
})
export type ExchangePeer = z.output<typeof ExchangePeer>

/** One row of the log; of a folded one the times of the first and the last that it stands for. */
export const ExchangeItem = z.object({
  id: EntityId,
  peer_id: EntityId,
  kind: Kind,
  peer: z.string(),
  at: Instant,
  last_at: Instant,
  times: z.int(),
  outcome: Outcome,
  code: z.string(),
  reason: z.string(),
  duration_ms: z.int(),
  bytes: z.int(),
  /** How many studies came, or items were answered; null where nothing is counted. */
  found: z.nullable(z.int()),
  pat_id: z.string(),
  accession_no: z.string(),
  order_no: z.string(),
  control_id: z.string(),
  /** The content is there for those who may read it. */
  has_content: Flag,
  /** It did not do what it was to do, was not taken since, and can be handled again. */
  can_replay: Flag,
  /** How it ended when it was last handled again; null where it was not. */
  replay_outcome: z.nullable(Outcome),
  /** Who had this handling again done; empty for what came by itself. */
  replayed_by: z.string(),
})
export type ExchangeItem = z.output<typeof ExchangeItem>

const Filter = {
  /** Days in the caller's zone, both included. */
  from: Day,
  to: Day,
  kind: z.optional(Kind),
  outcome: z.optional(z.enum([...EXCHANGE_OUTCOMES, 'bad'])),
  peer_id: z.optional(EntityId),
  /** A whole patient, accession, order or control number; capitals do not count. */
  q: z.optional(text(64)),
} as const

/** Exchanges of an hour or a day. */
export const ExchangeSum = z.object({ at: Instant, total: z.int(), bad: z.int() })
export type ExchangeSum = z.output<typeof ExchangeSum>

const common = { access: 'manage_masters', base: 'api', offline: { kind: 'never' } } as const

/** The interface desk: what goes in and out between a client and other systems (docs/decisions/317). */
export const interfaceCalls = {
  peers: defineCall({
    ...common,
    method: 'GET',
    key: 'interfaces/peers',
    path: 'interfaces/peers',
    input: z.strictObject({}),
    output: resultOf(z.array(ExchangePeer)),
  }),
  exchanges: defineCall({
    ...common,
    method: 'GET',
    key: 'interfaces/exchanges',
    path: 'interfaces/exchanges',
    input: z.strictObject({ ...PageInput, ...Filter }),
    output: listOf(ExchangeItem),
  }),
  setSilence: defineCall({
    ...common,
    method: 'POST',
    key: 'interfaces/setSilence',
    path: 'interfaces/setSilence',
    /** In hours in which a branch of the client is open; null: nobody is told (docs/decisions/322). */
    input: z.strictObject({
      id: EntityId,
      silent_after_hours: z.nullable(
        z.int().check(z.gte(SILENT_AFTER_HOURS.least), z.lte(SILENT_AFTER_HOURS.most)),
      ),
      /** Days of the week that do not count (docs/decisions/341); what is left out stays. */
      rest_days: z.optional(
        z.array(WeekDay).check(
          z.maxLength(REST_DAYS_MOST, 'leaves no day that counts'),
          z.refine((days) => new Set(days).size === days.length, 'holds a day twice'),
        ),
      ),
    }),
    output: z.object({ message: z.string() }),
  }),
  sums: defineCall({
    ...common,
    method: 'GET',
    key: 'interfaces/sums',
    path: 'interfaces/sums',
    input: z.strictObject({
      from: Day,
      to: Day,
      kind: z.optional(Kind),
      peer_id: z.optional(EntityId),
      unit: z._default(z.enum(['hour', 'day']), 'day'),
    }),
    /** The steps in which something happened, in the order of time. */
    output: resultOf(z.array(ExchangeSum)),
  }),
}

/** What is read or done with one exchange; it goes by services of the server and not by one transaction. */
export const interfaceActCalls = {
  content: defineCall({
    ...common,
    method: 'POST',
    key: 'interfaces/content',
    path: 'interfaces/content',
    input: z.strictObject({ id: EntityId }),
    output: resultOf(z.object({ content: z.string() })),
  }),
  replay: defineCall({
    ...common,
    method: 'POST',
    key: 'interfaces/replay',
    path: 'interfaces/replay',
    input: z.strictObject({ id: EntityId }),
    /** How it ended this time; `waiting` where it goes out by a job. */
    output: resultOf(z.object({ outcome: z.enum([...EXCHANGE_OUTCOMES, 'waiting']), reason: z.string() })),
  }),
}
