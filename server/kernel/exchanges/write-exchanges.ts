import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import { COLLECTIVE_PEERS, EXCHANGE_KIND_TABLE, isBadOutcome } from '#domain/exchange/kinds.ts'
import type { Tx } from '../context.ts'
import type { Database } from '../database/open-database.ts'
import { type Secrets, secretContext } from '../keys/secrets.ts'
import type { NotedExchange } from './exchange.ts'
import { type Folded, foldKeyOf, hourOf, isFolded } from './folds.ts'

/** A sender may call itself anything: at most this many names are told apart per client and kind. */
const PEERS_MAX = 200
/** Longer content is not stored, in characters. */
export const RAW_MAX = 512 * 1024
const PEER_MAX = 120
const REASON_MAX = 500
const SHORT_MAX = 64

interface Row {
  id: string
  exchange: NotedExchange
  raw: string | null
}

/** Returns the only context in which the content of an exchange opens. */
export const rawContext = (clientId: string, id: string): string =>
  secretContext(clientId, 'exchange', id, 'raw')

/** Writes exchanges of one client: their rows, their peers, and their hourly totals. */
export async function writeExchanges(
  { database, secrets }: { database: Database; secrets: Pick<Secrets, 'seal'> },
  exchanges: readonly NotedExchange[],
): Promise<void> {
  const [first] = exchanges
  if (!first) return
  const { clientId } = first
  const rows = await Promise.all(exchanges.map((exchange) => sealed(secrets, exchange)))
  await database.tenant(clientId, async (tx) => {
    // In a fixed order, so that two processes wait for each other instead of deadlocking.
    const peers = [...Map.groupBy(rows, peerKeyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [, some] of peers) {
      const peerId = await upsertPeer(tx, some)
      const hours = [...Map.groupBy(some, ({ exchange }) => hourOf(exchange.at).getTime())]
      for (const [hour, ofHour] of hours.toSorted(([a], [b]) => a - b))
        await upsertHour(tx, { clientId, peerId, hour: new Date(hour) }, ofHour)
      for (const row of some) await insertRow(tx, peerId, row)
    }
  })
}

async function sealed(secrets: Pick<Secrets, 'seal'>, exchange: NotedExchange): Promise<Row> {
  const id = mintId()
  const { raw, clientId } = exchange
  if (raw === undefined || raw.length > RAW_MAX) return { id, exchange, raw: null }
  return { id, exchange, raw: await secrets.seal(rawContext(clientId, id), raw) }
}

const peerKeyOf = ({ exchange: { kind, peer } }: Row) => `${kind} ${plain(peer, PEER_MAX)}`

// PostgreSQL cannot store NUL characters, and input from outside may contain them.
const plain = (text: string, max: number) => text.replaceAll('\0', '').trim().slice(0, max)
const firstOf = (texts: readonly string[] = []) => plain(texts[0] ?? '', SHORT_MAX)

/** Returns whether the exchange shows that the other side is alive: a poll does only if it was answered. */
function isHeard({ kind, outcome, replay, isUnheard }: NotedExchange): boolean {
  if (!EXCHANGE_KIND_TABLE[kind].isHeard || replay || isUnheard) return false
  return kind !== 'pacs_poll' || outcome === 'ok'
}

const lastAtOf = (exchange: NotedExchange): Date => (isFolded(exchange) ? exchange.lastAt : exchange.at)
const timesOf = (exchange: NotedExchange): number => (isFolded(exchange) ? exchange.times : 1)

function latest(rows: readonly Row[]): Row | undefined {
  return rows.toSorted((a, b) => lastAtOf(a.exchange).getTime() - lastAtOf(b.exchange).getTime()).at(-1)
}

async function upsertPeer(tx: Tx, rows: readonly Row[]): Promise<string> {
  const last = latest(rows)
  if (!last) throw new Error('a peer without an exchange')
  const heard = latest(rows.filter(({ exchange }) => isHeard(exchange)))
  const { clientId, kind, outcome, reason = '', at } = last.exchange
  const name = await nameOfPeer(tx, last.exchange)
  const { rows: stored } = await sql<{ id: string }>`
    insert into exchange_peer as p
      (client_id, id, kind, name, first_contact, last_contact, last_at, last_outcome, last_reason)
    values (${clientId}, ${mintId()}, ${kind}, ${name}, ${at},
      ${heard ? lastAtOf(heard.exchange) : null}, ${lastAtOf(last.exchange)}, ${outcome}, ${plain(reason, REASON_MAX)})
    on conflict (client_id, kind, name) do update set
      last_contact = greatest(p.last_contact, excluded.last_contact),
      last_at = greatest(p.last_at, excluded.last_at),
      last_outcome = excluded.last_outcome, last_reason = excluded.last_reason
    returning id`.execute(tx)
  const [found] = stored
  if (!found) throw new Error('a peer that was just written is not there')
  return found.id
}

async function nameOfPeer(tx: Tx, { clientId, kind, peer }: NotedExchange): Promise<string> {
  const name = plain(peer, PEER_MAX)
  const { rows } = await sql<{ is_known: boolean; peers: number }>`
    select coalesce(bool_or(name = ${name}), false) as is_known, count(*)::int as peers
    from exchange_peer where client_id = ${clientId} and kind = ${kind}`.execute(tx)
  const [found] = rows
  return !found || found.is_known || found.peers < PEERS_MAX ? name : COLLECTIVE_PEERS.others
}

interface HourKey {
  clientId: string
  peerId: string
  hour: Date
}

async function upsertHour(tx: Tx, { clientId, peerId, hour }: HourKey, rows: readonly Row[]): Promise<void> {
  const all = rows.map(({ exchange }) => exchange)
  const sum = (of: (exchange: NotedExchange) => number) => all.reduce((total, one) => total + of(one), 0)
  const heard = spanOf(all.filter(isHeard))
  await sql`
    insert into exchange_hour as h (client_id, peer_id, hour, total, bad, bytes, first_heard, last_heard, longest_gap)
    values (${clientId}, ${peerId}, ${hour}, ${sum(timesOf)},
      ${sum((one) => (isBadOutcome(one.outcome) ? timesOf(one) : 0))}, ${sum(({ bytes = 0 }) => bytes)},
      ${heard?.first ?? null}, ${heard?.last ?? null}, ${Math.round((heard?.longestGapMs ?? 0) / 1000)})
    on conflict (client_id, peer_id, hour) do update set
      total = h.total + excluded.total, bad = h.bad + excluded.bad, bytes = h.bytes + excluded.bytes,
      first_heard = least(h.first_heard, excluded.first_heard),
      last_heard = greatest(h.last_heard, excluded.last_heard),
      longest_gap = greatest(h.longest_gap, excluded.longest_gap,
        coalesce(extract(epoch from excluded.first_heard - h.last_heard)::int, 0))`.execute(tx)
}

/** Returns the start of the first, the end of the last, and the longest time between two of them. */
function spanOf(exchanges: readonly NotedExchange[]) {
  const inOrder = exchanges.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = inOrder
  if (!first) return undefined
  let [last, longestGapMs] = [first.at, 0]
  for (const one of inOrder) {
    longestGapMs = Math.max(
      longestGapMs,
      one.at.getTime() - last.getTime(),
      isFolded(one) ? one.longestGapMs : 0,
    )
    if (lastAtOf(one) > last) last = lastAtOf(one)
  }
  return { first: first.at, last, longestGapMs }
}

async function insertRow(tx: Tx, peerId: string, { id, exchange, raw }: Row): Promise<void> {
  const { clientId, kind, at, outcome, marks = {}, subject, replay } = exchange
  const foldKey = exchange.foldsWith === undefined ? null : foldKeyOf(exchange as Folded)
  await sql`
    insert into exchange as e (client_id, id, peer_id, kind, at, last_at, times, outcome, code, reason, duration_ms,
      bytes, found, pat_id, accession_no, order_no, control_id, marks, subject_type, subject_id, fold_key, raw,
      replay_of, replayed_by)
    values (${clientId}, ${id}, ${peerId}, ${kind}, ${at}, ${lastAtOf(exchange)}, ${timesOf(exchange)}, ${outcome},
      ${plain(exchange.code ?? '', SHORT_MAX)}, ${plain(exchange.reason ?? '', REASON_MAX)},
      ${Math.round(exchange.durationMs ?? 0)}, ${exchange.bytes ?? 0}, ${exchange.found ?? null},
      ${firstOf(marks.patIds)}, ${firstOf(marks.accessionNos)}, ${firstOf(marks.orderNos)},
      ${plain(marks.controlId ?? '', SHORT_MAX)}, ${marksOf(exchange)}, ${subject?.type ?? ''}, ${subject?.id ?? null},
      ${foldKey}, ${raw}, ${replay?.of ?? null}, ${replay?.by ?? null})
    on conflict (client_id, fold_key) where fold_key is not null do update set
      last_at = greatest(e.last_at, excluded.last_at), times = e.times + excluded.times,
      duration_ms = greatest(e.duration_ms, excluded.duration_ms), reason = excluded.reason`.execute(tx)
}

/** Returns the stored and searched form: trimmed, in capitals. */
export const markOf = (text: string): string => plain(text, SHORT_MAX).toUpperCase()

function marksOf({
  marks: { patIds = [], accessionNos = [], orderNos = [], controlId = '' } = {},
}: NotedExchange) {
  const all = [...patIds, ...accessionNos, ...orderNos, controlId].map(markOf)
  return [...new Set(all.filter((mark) => mark !== ''))].slice(0, 200)
}
