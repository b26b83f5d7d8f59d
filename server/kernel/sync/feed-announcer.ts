import type pg from 'pg'
import type { FeedPokes } from './feed-pokes.ts'

/** The channel on which processes tell each other how far the feeds have grown. */
export const FEED_CHANNEL = 'readroom_feed'
/** A payload may have 8000 bytes; a client's head takes about 55. */
const HEADS_PER_MESSAGE = 100
/** Commits within this time share one message. */
const BATCH_MS = 5

/**
 * Answers a function that says after a commit where a client's feed stands: at once to this process, and to the others
 * in one NOTIFY a batch. Never inside the writing transaction, because NOTIFY puts every commit of the database in one
 * line (STACK.md "change feed"). A message that is lost is made up for by the poll of feed heads.
 */
export function createAnnouncer(
  pool: Pick<pg.Pool, 'query'>,
  pokes: FeedPokes,
): (clientId: string, pos: number) => void {
  let heads = new Map<string, number>()
  const flush = () => {
    const entries = [...heads]
    heads = new Map()
    for (let i = 0; i < entries.length; i += HEADS_PER_MESSAGE) {
      const payload = JSON.stringify(Object.fromEntries(entries.slice(i, i + HEADS_PER_MESSAGE)))
      pool.query('select pg_notify($1, $2)', [FEED_CHANNEL, payload]).catch(() => {})
    }
  }
  return (clientId, pos) => {
    pokes.poke(clientId, pos)
    if (heads.size === 0) setTimeout(flush, BATCH_MS).unref()
    heads.set(clientId, Math.max(pos, heads.get(clientId) ?? 0))
  }
}
