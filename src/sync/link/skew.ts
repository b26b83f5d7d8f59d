import { syncCalls } from '#contract/calls/sync.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'

const SKEW_ID = 'skew'

/**
 * Measures by how many milliseconds the server's clock is ahead of this device's, and keeps it: commands are stamped
 * with it, so that one can tell later what the device's times meant. It is never enforced (SYNC.md "On the server").
 */
export async function measureSkew(work: WorkDatabase, call: Caller, now: () => number): Promise<void> {
  const asked = now()
  const { server_time } = await call(syncCalls.hello, {})
  const middle = (asked + now()) / 2
  await work.meta.put({ id: SKEW_ID, value: Math.round(Date.parse(server_time) - middle) })
}

/** The skew as last measured; may be called inside a transaction over meta. */
export async function findSkew(work: WorkDatabase): Promise<number | undefined> {
  return (await work.meta.get(SKEW_ID))?.value
}
