import type pg from 'pg'
import type { FeedPokes, Growth } from './feed-pokes.ts'

/** The channel on which processes tell each other how far the feeds have grown, and in which scopes. */
export const FEED_CHANNEL = 'readroom_feed'
/** The limit for a payload is 8000 bytes. */
const PAYLOAD_BYTES = 7_500
/** Commits within this time share one message. */
const BATCH_MS = 5

/** Announces after a commit what it added to a client's feed. */
export type Announce = (clientId: string, growth: Growth) => void

/** A growth as sent between processes: client, position, size, and the scopes if known. */
export type Notice = [clientId: string, pos: number, size: number, scopes: readonly string[] | null]

/**
 * Returns a function that announces after a commit what it added to a client's feed: at once to this process, and to
 * the others in a few NOTIFYs per batch. Never inside the writing transaction, because NOTIFY serializes every commit
 * of the database. The poll of feed heads makes up for a lost message.
 */
export function createAnnouncer(pool: Pick<pg.Pool, 'query'>, pokes: FeedPokes): Announce {
  let notices: Notice[] = []
  const flush = () => {
    const payloads = packNotices(notices)
    notices = []
    for (const payload of payloads)
      pool.query('select pg_notify($1, $2)', [FEED_CHANNEL, payload]).catch(() => {})
  }
  return (clientId, growth) => {
    pokes.poke(clientId, growth)
    if (notices.length === 0) setTimeout(flush, BATCH_MS).unref()
    notices.push([clientId, growth.pos, growth.size, growth.scopes ?? null])
  }
}

/** Packs notices into payloads for NOTIFY. A notice with more scopes than fit is sent without them. */
export function packNotices(notices: readonly Notice[]): string[] {
  const payloads: string[] = []
  let parts: string[] = []
  let bytes = 2
  for (const notice of notices) {
    const whole = JSON.stringify(notice)
    const part =
      Buffer.byteLength(whole) < PAYLOAD_BYTES ? whole : JSON.stringify([...notice.slice(0, 3), null])
    const more = Buffer.byteLength(part) + 1
    if (bytes + more > PAYLOAD_BYTES) {
      payloads.push(`[${parts.join(',')}]`)
      parts = []
      bytes = 2
    }
    parts.push(part)
    bytes += more
  }
  return parts.length === 0 ? payloads : [...payloads, `[${parts.join(',')}]`]
}
