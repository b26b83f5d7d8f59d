import { Client, type Pool } from 'pg'
import * as z from 'zod/mini'
import { FEED_CHANNEL } from './feed-announcer.ts'
import type { FeedPokes } from './feed-pokes.ts'

/** Polling interval for feed heads, in case notices do not arrive (a pooler in between, a lost connection). */
const POLL_MS = 5_000
const RECONNECT_MS = 1_000

/** A process announces a commit shortly after it is visible: an unannounced head is checked again after this. */
const GRACE_MS = 500

const Notices = z.array(z.tuple([z.string(), z.int(), z.int(), z.nullable(z.array(z.string()))]))

/** Receives other processes' announcements on one connection that reconnects when it drops, and also polls. */
export interface FeedListener {
  stop: () => Promise<void>
}

/** Starts passing the announcements of all processes to `pokes`. */
export function listenToFeed(pool: Pool, pokes: FeedPokes): FeedListener {
  let stopped = false
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const fresh = new Client(pool.options)
    client = fresh
    let isGone = false
    const again = () => {
      if (isGone) return
      isGone = true
      fresh.end().catch(() => {})
      if (!stopped) retry = setTimeout(() => void connect(), RECONNECT_MS)
    }
    fresh.on('error', again)
    fresh.on('end', again)
    fresh.on('notification', ({ payload }) => pokeAll(pokes, payload))
    try {
      await fresh.connect()
      await fresh.query(`listen ${FEED_CHANNEL}`)
      // Catches announcements made while nobody listened.
      await pollHeads(pool, pokes)
    } catch {
      again()
    }
  }
  void connect()
  const poll = setInterval(() => void pollHeads(pool, pokes).catch(() => {}), POLL_MS)
  return {
    stop: async () => {
      stopped = true
      clearInterval(poll)
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

function pokeAll(pokes: FeedPokes, payload = '[]'): void {
  const notices = Notices.safeParse(parseJson(payload))
  if (!notices.success) return
  for (const [clientId, pos, size, scopes] of notices.data)
    pokes.poke(clientId, { pos, size, scopes: scopes ?? undefined })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the heads of feeds that this process waits for, and reports those that nobody has announced by then. */
export async function pollHeads(pool: Pick<Pool, 'query'>, pokes: FeedPokes): Promise<void> {
  const before = pokes.awaited()
  if (before.size === 0) return
  const { rows } = await pool.query<{ client_id: string; pos: number }>(
    'select client_id, pos from entry.feed_heads($1)',
    [[...before.keys()]],
  )
  const isUntold = ({ client_id, pos }: { client_id: string; pos: number }) => {
    const told = pokes.awaited().get(client_id)
    return told === undefined || told < pos
  }
  if (rows.some(isUntold)) await new Promise((later) => setTimeout(later, GRACE_MS).unref())
  for (const row of rows) {
    // A head below the announced position means that the database was restored from a backup.
    const isBack = row.pos < (before.get(row.client_id) ?? 0)
    if (isBack || isUntold(row)) pokes.reached(row.client_id, row.pos)
  }
}
