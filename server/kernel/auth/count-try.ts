import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/** One counter of tries; `over` is true if this try exceeded its limit. */
export interface TryCount {
  key: string
  count: number
  since: Date
  over: boolean
}

/** Counts a try under each key until one exceeds its limit; see entry.take_try. */
export async function countTry(
  entry: Tx,
  limits: readonly { key: string; limit: number }[],
  now: Date,
  windowSeconds: number,
): Promise<TryCount[]> {
  const keys = limits.map(({ key }) => key)
  const counts = limits.map(({ limit }) => limit)
  const { rows } = await sql<TryCount>`
    select * from entry.take_try(${keys}, ${counts}, ${now}, make_interval(secs => ${windowSeconds}))`.execute(
    entry,
  )
  return rows
}

/** Takes tries back: `reset` begins anew, `back` loses one; see entry.forgive_try. */
export async function forgiveTry(
  entry: Tx,
  reset: readonly string[],
  back: readonly string[],
): Promise<void> {
  await sql`select entry.forgive_try(${reset}, ${back})`.execute(entry)
}
