import { isQuotaError } from '#src/db/quota.ts'
import type { LastError, WorkDatabase } from '#src/db/work-database.ts'
import { dropOlderHalf, keepJournal } from '#src/sync/journal/journal.ts'
import { effectKeys } from '../make/effect-keys.ts'

/**
 * Moves acknowledged commands into the journal once the feed has been read up to their position `pos`, and deletes
 * their overlay rows: the copies now hold the server's values. Commands with flags stay until a person has dealt with
 * them. Returns the number of commands moved.
 */
export async function pruneAcked(work: WorkDatabase, pos: number): Promise<number> {
  try {
    return await pruneOnce(work, pos)
  } catch (error) {
    if (!isQuotaError(error)) throw error
    await dropOlderHalf(work)
    return pruneOnce(work, pos)
  }
}

function pruneOnce(work: WorkDatabase, pos: number): Promise<number> {
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

/** Makes commands that waited for the network or a session due at once. Keeps a pause that the server asked for. */
export async function forgetBackoffs(work: WorkDatabase): Promise<void> {
  await work.outbox
    .where('lastError.kind')
    .anyOf(PASSING)
    .and(
      ({ state, lastError }) => state === 'waiting' && lastError !== undefined && endsWithReturn(lastError),
    )
    .modify({ nextAt: 0, attempts: 0 })
}

/** Errors of an attempt that was not refused. */
const PASSING: LastError['kind'][] = ['network', 'server', 'session', 'dependency']

// A pause from a gateway ends when the network is back; one from our server does not.
const endsWithReturn = ({ kind, isAsked }: LastError) => kind === 'network' || kind === 'session' || !isAsked
