import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, requiredText } from '../kernel/fields.ts'
import { SYNC_TYPES } from '../records/records.ts'
import { SyncRow } from './sync.ts'

const Type = z.enum(SYNC_TYPES)

/** The records of one type and day as one number: domain/sync/checksum.ts over the id and revision of each. */
const DaySum = z.object({
  type: Type,
  /** YYYY-MM-DD in UTC by which copies are grouped; empty for types without one (masters). */
  day: z.string(),
  count: z.int(),
  sum: z.int(),
})

export const repairCalls = {
  checksums: defineCall({
    key: 'sync/checksums',
    base: 'api',
    method: 'GET',
    path: 'sync/checksums',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    /** For all records in the caller's scopes and windows, in one snapshot at `pos` of the feed. */
    output: z.object({ pos: z.int(), epoch: z.string(), sums: z.array(DaySum) }),
  }),
  revisions: defineCall({
    key: 'sync/revisions',
    base: 'api',
    method: 'GET',
    path: 'sync/revisions',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      type: Type,
      /** Empty for records without a day. */
      day: z.union([z.literal(''), Day], 'must be a date'),
    }),
    output: z.object({
      pos: z.int(),
      epoch: z.string(),
      rows: z.array(z.object({ id: EntityId, rev: z.int() })),
    }),
  }),
  records: defineCall({
    key: 'sync/records',
    base: 'api',
    method: 'GET',
    path: 'sync/records',
    access: 'session',
    offline: { kind: 'never' },
    /** `ids`: comma-separated, at most 200. */
    input: z.strictObject({ type: Type, ids: requiredText(8_000) }),
    /** One row for each id: `put` with the data that the caller may see now, or `leave`. */
    output: z.object({ epoch: z.string(), rows: z.array(SyncRow) }),
  }),
} as const
