import type pg from 'pg'
import type { FeedPokes, Growth } from './feed-pokes.ts'

/** The channel on which processes tell each other how far the feeds have grown, and in which scopes. */
export const FEED_CHANNEL = 'readroom_feed'
/** A payload may have 8000 bytes. */
const PAYLOAD_BYTES = 7_500
/** Commits within this time share one message. */
const BATCH_MS = 5

/** Says after a commit what it did to a client's feed. */
export type Announce = (clientId: string, growth: Growth) => void

/** A growth as it travels between processes: client, position, size, and the scopes where they are known. */
export type Notice = [clientId: string, pos: number, size: number, scopes: readonly string[] | null]

/**
 * Returns a function that says after a commit what it did to a client's feed: at once to this process, and to the others
 * in few NOTIFYs a batch. Never inside the writing transaction, because NOTIFY puts every commit of the database in one
 * line. A message that is lost is made up for by the poll of feed heads.
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

/** The notices as payloads that a NOTIFY takes. One with more scopes than fit is told without them. */
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
