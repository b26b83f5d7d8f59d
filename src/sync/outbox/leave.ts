import { isQuotaError } from '#src/db/room.ts'
import type { LastError, WorkDatabase } from '#src/db/work-database.ts'
import { dropOlderHalf, keepJournal } from '../journal/journal.ts'
import { effectKeys } from './effect-keys.ts'

/**
 * Takes the acknowledged commands out whose effect the pull has brought: the feed was read up to `pos`. Their
 * optimistic rows go with them, since the copies hold the server's own. What left something for a person to do stays
 * in sight until that is done. What leaves goes into the journal. Returns how many left.
 */
export async function leaveBehind(work: WorkDatabase, pos: number): Promise<number> {
  try {
    return await leave(work, pos)
  } catch (error) {
    if (!isQuotaError(error)) throw error
    await dropOlderHalf(work)
    return leave(work, pos)
  }
}

function leave(work: WorkDatabase, pos: number): Promise<number> {
  return work.transaction('rw', work.outbox, work.overlay, work.journal, work.meta, async () => {
    const acked = await work.outbox.where('state').equals('acked').toArray()
    const brought = acked.filter((row) => (row.acked?.pos ?? 0) <= pos)
    const left = brought.filter(({ flags = [] }) => flags.length === 0)
    const gone = left.map(({ id }) => id)
    await keepJournal(work, left)
    const effects = await effectKeys(
      work,
      brought.map(({ id }) => id),
    )
    await Promise.all([work.outbox.bulkDelete(gone), work.overlay.bulkDelete(effects.map(({ key }) => key))])
    return gone.length
  })
}

/** The server can be reached again: what only waited for that is due at once; where it asked for a pause it is left it. */
export async function forgetWaits(work: WorkDatabase): Promise<void> {
  await work.outbox
    .where('lastError.kind')
    .anyOf(PASSING)
    .and(
      ({ state, lastError }) => state === 'waiting' && lastError !== undefined && endsWithReturn(lastError),
    )
    .modify({ nextAt: 0, attempts: 0 })
}

/** What a try can fail by without anybody having refused it. */
const PASSING: LastError['kind'][] = ['network', 'server', 'session', 'dependency']

// A gateway's pause ends with the way around it; the server's own does not.
const endsWithReturn = ({ kind, isAsked }: LastError) => kind === 'network' || kind === 'session' || !isAsked
