import { syncCalls } from '#contract/calls/sync.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'

/** How far the server's clock was ahead of this device's, as last measured, in milliseconds (work.meta). */
export const SKEW_ID = 'skew'

/**
 * Asks the server for its identity, and stores what is needed offline: the key that inputs are sealed for, and how far
 * its clock is ahead of this device's, in milliseconds. Commands are stamped with that, so that the device's times can
 * be interpreted later; it is never enforced (docs/sync.md#on-the-server).
 */
export async function readServerHello(work: WorkDatabase, call: Caller, now: () => number): Promise<void> {
  const asked = now()
  const { server_time, public_key } = await call(syncCalls.hello, {})
  const middle = (asked + now()) / 2
  await work.transaction('rw', work.meta, work.keys, async () => {
    await work.meta.put({ id: SKEW_ID, value: Math.round(Date.parse(server_time) - middle) })
    await work.keys.put({ id: 'server', keyId: public_key.id, key: public_key.key })
  })
}
