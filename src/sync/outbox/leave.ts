import type { WorkDatabase } from '#src/db/work-database.ts'

/**
 * Takes the acknowledged commands out whose effect the pull has brought: the feed was read up to `pos`. Their
 * optimistic rows go with them, since the copies hold the server's own. Answers how many left.
 */
export async function leaveBehind(work: WorkDatabase, pos: number): Promise<number> {
  return work.transaction('rw', work.outbox, work.overlay, async () => {
    const acked = await work.outbox.where('state').equals('acked').toArray()
    const gone = acked.filter((row) => (row.acked?.pos ?? 0) <= pos).map(({ id }) => id)
    await work.outbox.bulkDelete(gone)
    await work.overlay.where('command').anyOf(gone).delete()
    return gone.length
  })
}

/** Kinds of failure that end with the network's or the session's return; a server that asked for a pause is left it. */
const HEALED = ['network', 'session']

/** The server can be reached again: what only waited for that is due at once. */
export async function forgetWaits(work: WorkDatabase): Promise<void> {
  await work.outbox
    .where('state')
    .equals('waiting')
    .and(({ lastError }) => lastError !== undefined && HEALED.includes(lastError.kind))
    .modify({ nextAt: 0, attempts: 0 })
}
