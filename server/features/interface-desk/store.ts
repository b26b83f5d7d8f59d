import { sql } from 'kysely'
import type { ExchangeItem, ExchangePeer, ExchangeSum, interfaceCalls } from '#contract/calls/interfaces.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { EXCHANGE_KIND_TABLE } from '#domain/exchange/kinds.ts'
import { endOfDay, startOfDay } from '#domain/time/zones.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { markOf } from '#server/kernel/exchanges/write-exchanges.ts'
import { FAILED_STATE } from '../order-status/public/store.ts'

const DAY_MS = 86_400_000

type Stored<T, Times extends keyof T> = Omit<T, Times> & { [K in Times]: Date | Extract<T[K], null> }

const iso = (at: Date) => at.toISOString()
const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

/**
 * A silence was reported and nothing was heard since; computed here so that a new contact shows at once, not only
 * after the next run.
 */
const STANDS_SILENT = sql`(p.silent_since is not null and coalesce(p.last_contact, p.first_contact) <= p.silent_since)`

/** Returns a client's other systems, those that need attention first. */
export async function selectPeers({ tx, caller, now }: Context): Promise<ExchangePeer[]> {
  const since = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<
    Stored<Omit<ExchangePeer, 'is_heard'>, 'first_contact' | 'last_contact' | 'last_at' | 'silent_since'>
  >`
    select p.id, p.kind, p.name, p.first_contact, p.last_contact, p.last_at, p.last_outcome, p.last_reason,
      p.silent_after_hours, p.rest_days, case when ${STANDS_SILENT} then p.silent_since end as silent_since, coalesce(h.total, 0)::int as day_total, coalesce(h.bad, 0)::int as day_bad
    from exchange_peer p
    left join (select peer_id, sum(total) as total, sum(bad) as bad from exchange_hour
      where client_id = ${caller.clientId} and hour > ${since} group by peer_id) h on h.peer_id = p.id
    where p.client_id = ${caller.clientId}
    order by not ${STANDS_SILENT}, p.last_outcome not in ('refused', 'failed'), p.kind, p.name`.execute(tx)
  return rows.map((row) => ({
    ...row,
    first_contact: iso(row.first_contact),
    last_contact: isoOrNull(row.last_contact),
    last_at: iso(row.last_at),
    is_heard: EXCHANGE_KIND_TABLE[row.kind].isHeard ? 1 : 0,
    silent_since: isoOrNull(row.silent_since),
  }))
}

type ListInput = ParsedInputOf<typeof interfaceCalls.exchanges>
const CONTENT = sql`(e.raw is not null)`
/** The outcome of the latest replay of this exchange; null if there was none. */
const LAST_REPLAY = sql`(select r.outcome from exchange r
  where r.client_id = e.client_id and r.replay_of = e.id order by r.id desc limit 1)`
/**
 * An exchange that was not accepted, and not since: it can be replayed by its handler, or sent again by the dispatch
 * of its report or order status if that has not arrived and no later one superseded it.
 */
const REPLAYABLE = sql`(e.outcome in ('refused', 'failed') and (
  (e.kind in ('hl7_in', 'xml_in', 'lab_in') and e.raw is not null
    and not exists (select 1 from exchange r where r.client_id = e.client_id
      and r.replay_of = coalesce(e.replay_of, e.id) and r.outcome in ('ok', 'repeat')))
  or (e.kind in ('hl7_out', 'xml_out') and e.subject_type = 'report_dispatch'
    and exists (select 1 from report_dispatch d where d.client_id = e.client_id and d.id = e.subject_id
      and d.state = 'Failed' and not exists (select 1 from report_dispatch o where o.client_id = d.client_id
        and o.report_id = d.report_id and o.kind = d.kind and o.report_rev > d.report_rev)))
  or (e.subject_type = 'order_status_dispatch' and exists (select from order_status_dispatch d
    where d.client_id = e.client_id and d.id = e.subject_id and ${FAILED_STATE}))))`

function matching({ caller }: Context, input: ListInput) {
  const { from, to, kind, outcome, peer_id, q = '' } = input
  const mark = markOf(q)
  const zone = caller.timeZone
  return sql`from exchange e
    join exchange_peer p on p.client_id = e.client_id and p.id = e.peer_id
    left join app_user u on u.client_id = e.client_id and u.id = e.replayed_by
    where e.client_id = ${caller.clientId}
      and e.last_at >= ${startOfDay(from, zone)} and e.at <= ${endOfDay(to, zone)}
      and (${kind ?? null}::text is null or e.kind = ${kind ?? null})
      and (${peer_id ?? null}::uuid is null or e.peer_id = ${peer_id ?? null}::uuid)
      and (${outcome ?? null}::text is null or e.outcome = ${outcome ?? null}
        or (${outcome ?? null} = 'bad' and e.outcome in ('refused', 'failed')))
      and (${mark} = '' or e.marks @> array[${mark}]::text[])`
}

/** Returns one page of the log, newest first, and the number of matching rows (at most COUNT_CAP). */
export async function selectExchanges(
  ctx: Context,
  input: ListInput,
): Promise<{ rows: ExchangeItem[]; count: number }> {
  const rest = matching(ctx, input)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${rest} limit ${COUNT_CAP}) as found`.execute(ctx.tx)
  const { rows } = await sql<Stored<ExchangeItem, 'at' | 'last_at'>>`
    select e.id, e.peer_id, e.kind, p.name as peer, e.at, e.last_at, e.times, e.outcome, e.code, e.reason,
      e.duration_ms, e.bytes, e.found, e.pat_id, e.accession_no, e.order_no, e.control_id,
      ${CONTENT}::int as has_content, ${REPLAYABLE}::int as can_replay,
      ${LAST_REPLAY} as replay_outcome, coalesce(u.name, '') as replayed_by
    ${rest} order by e.last_at desc, e.id desc
    limit ${input.ps} offset ${(input.p - 1) * input.ps}`.execute(ctx.tx)
  return {
    rows: rows.map((row) => ({ ...row, at: iso(row.at), last_at: iso(row.last_at) })),
    count: counted[0]?.n ?? 0,
  }
}

/** Returns sums by hour or by day of the caller's zone. */
export async function selectSums(
  { tx, caller }: Context,
  { from, to, kind, peer_id, unit }: ParsedInputOf<typeof interfaceCalls.sums>,
): Promise<ExchangeSum[]> {
  const zone = caller.timeZone
  const { rows } = await sql<Stored<ExchangeSum, 'at'>>`
    select date_trunc(${unit}, h.hour at time zone ${zone}) at time zone ${zone} as at,
      sum(h.total)::int as total, sum(h.bad)::int as bad
    from exchange_hour h
    join exchange_peer p on p.client_id = h.client_id and p.id = h.peer_id
    where h.client_id = ${caller.clientId}
      and h.hour >= ${startOfDay(from, zone)} and h.hour <= ${endOfDay(to, zone)}
      and (${kind ?? null}::text is null or p.kind = ${kind ?? null})
      and (${peer_id ?? null}::uuid is null or h.peer_id = ${peer_id ?? null}::uuid)
    group by 1 order by 1`.execute(tx)
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}

/** An exchange to be read or replayed. */
export interface KeptExchange {
  id: string
  kind: ExchangeItem['kind']
  outcome: ExchangeItem['outcome']
  raw: string | null
  subject_type: string
  subject_id: string | null
  /** Time of arrival. */
  at: Date
  /** Id of the original exchange if this is a replay. */
  replay_of: string | null
  can_replay: boolean
}

export async function findExchange(tx: Tx, clientId: string, id: string): Promise<KeptExchange | undefined> {
  const { rows } = await sql<KeptExchange>`
    select e.id, e.kind, e.outcome, e.raw, e.subject_type, e.subject_id, coalesce(first.at, e.at) as at, e.replay_of,
      ${REPLAYABLE} as can_replay
    from exchange e
    left join exchange first on first.client_id = e.client_id and first.id = e.replay_of
    where e.client_id = ${clientId} and e.id = ${id}`.execute(tx)
  return rows[0]
}
