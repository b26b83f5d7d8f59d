import { Client, type Pool } from 'pg'
import * as z from 'zod/mini'
import { FEED_CHANNEL } from './feed-announcer.ts'
import type { FeedPokes } from './feed-pokes.ts'

/** Where no notice comes through (a pooler in between, a lost connection), heads are asked for this often. */
const POLL_MS = 5_000
const RECONNECT_MS = 1_000

const Heads = z.record(z.string(), z.int())

/** Hears what other processes announce, on one connection that is made anew when it drops, and polls beside it. */
export interface FeedListener {
  stop: () => Promise<void>
}

/** Starts to pass on the announcements of all processes to `pokes`. */
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
      // What was announced while nobody listened.
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

function pokeAll(pokes: FeedPokes, payload = '{}'): void {
  const heads = Heads.safeParse(JSON.parse(payload))
  if (heads.success) for (const [clientId, pos] of Object.entries(heads.data)) pokes.poke(clientId, pos)
}

/** Asks where the feeds stand that somebody in this process waits for. */
export async function pollHeads(pool: Pick<Pool, 'query'>, pokes: FeedPokes): Promise<void> {
  const clients = pokes.awaited()
  if (clients.length === 0) return
  const { rows } = await pool.query<{ client_id: string; pos: number }>(
    'select client_id, pos from entry.feed_heads($1)',
    [clients],
  )
  for (const { client_id, pos } of rows) pokes.poke(client_id, pos)
}
