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

/** Another system, for one kind of traffic. */
export const ExchangePeer = z.object({
  id: EntityId,
  kind: Kind,
  name: z.string(),
  first_contact: Instant,
  /** When it last contacted us; null for traffic that only this server initiates. */
  last_contact: z.nullable(Instant),
  /** The last exchange, however it ended. */
  last_at: Instant,
  last_outcome: Outcome,
  last_reason: z.string(),
  /** Exchanges of the last 24 hours, and how many of them were refused or failed. */
  day_total: z.int(),
  day_bad: z.int(),
  /** It contacts us on its own, so that its silence can be reported. */
  is_heard: Flag,
  /** Open hours of silence until an alert; null if nobody wants one. */
  silent_after_hours: z.nullable(z.int()),
  /** Days of the week that do not count, 0 (Sunday) to 6. */
  rest_days: z.array(WeekDay),
  /** Since when it has been silent, if that was reported and it still is. */
  silent_since: z.nullable(Instant),
})
export type ExchangePeer = z.output<typeof ExchangePeer>

/** One row of the log; a folded one has the times of its first and last exchange. */
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
  /** How many studies came or items were returned; null if nothing is counted. */
  found: z.nullable(z.int()),
  pat_id: z.string(),
  accession_no: z.string(),
  order_no: z.string(),
  control_id: z.string(),
  /** The content exists for people who may read it. */
  has_content: Flag,
  /** It failed, was not accepted since, and can be replayed. */
  can_replay: Flag,
  /** The outcome of the last replay; null if there was none. */
  replay_outcome: z.nullable(Outcome),
  /** Who requested the replay; empty for the original exchange. */
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
  /** A whole patient, accession, order or control number; case is ignored. */
  q: z.optional(text(64)),
} as const

/** Exchanges of an hour or a day. */
export const ExchangeSum = z.object({ at: Instant, total: z.int(), bad: z.int() })
export type ExchangeSum = z.output<typeof ExchangeSum>

const common = { access: 'manage_masters', base: 'api', offline: { kind: 'never' } } as const

/** The interface desk: traffic between a client and other systems (docs/decisions/317). */
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
    /** In hours in which a branch of the client is open; null: no alert (docs/decisions/322). */
    input: z.strictObject({
      id: EntityId,
      silent_after_hours: z.nullable(
        z.int().check(z.gte(SILENT_AFTER_HOURS.least), z.lte(SILENT_AFTER_HOURS.most)),
      ),
      /** Days of the week that do not count (docs/decisions/341); if omitted they stay unchanged. */
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
    /** The steps with any traffic, in chronological order. */
    output: resultOf(z.array(ExchangeSum)),
  }),
}

/** Reads and acts on one exchange; uses services of the server instead of one transaction. */
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
    /** The outcome this time; `waiting` if a job sends it. */
    output: resultOf(z.object({ outcome: z.enum([...EXCHANGE_OUTCOMES, 'waiting']), reason: z.string() })),
  }),
}
