import { sql } from 'kysely'
import type { SeriesGap, SeriesNumber } from '#contract/calls/payments.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { daysBetween } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { findBranchOf } from '../branches/public/find-branch-of.ts'
import { dayIn } from './public/drawer-store.ts'

/** The most days in one response. */
const DAYS_MAX = 92

/**
 * Returns every number of a branch's receipts and refunds between two days, with its status. A number between the
 * first and the last without a row is `missing`: the series assigns no number without a row.
 */
export async function readSeries(
  ctx: Context,
  { branch_id, from_date, to_date }: { branch_id: string; from_date: string; to_date: string },
) {
  const branch = await findBranchOf(ctx.tx, ctx.caller, branch_id)
  if (!branch) throw new Refusal('not_found')
  const days = daysBetween(from_date, to_date)
  if (days < 0) throw fieldRefusal('is before the first day')
  if (days >= DAYS_MAX) throw fieldRefusal(`is at most ${DAYS_MAX} days from the first`)
  const { from } = dayIn(from_date, branch.time_zone)
  const { to } = dayIn(to_date, branch.time_zone)
  const place = { clientId: ctx.caller.clientId, branchId: branch_id, from, to }
  const numbers: SeriesNumber[] = []
  const missing: string[] = []
  const gaps: SeriesGap[] = []
  for (const kind of ['receipt', 'refund'] as const) {
    numbers.push(...(await selectNumbers(ctx, kind, place)))
    missing.push(...(await selectMissing(ctx, kind, place)))
    gaps.push(...(await selectGaps(ctx, kind, place)))
  }
  await ctx.audit('read', 'day_close', undefined, { series: branch_id, from_date, to_date })
  return { numbers, missing, gaps, is_whole: missing.length === 0 ? (1 as const) : (0 as const) }
}

const fieldRefusal = (rule: string) => new Refusal('invalid', undefined, { fields: { to_date: rule } })

interface SeriesRange {
  clientId: string
  branchId: string
  from: Date
  to: Date
}
type Kind = SeriesNumber['kind']
const COLUMNS = { receipt: 'receipt_no', refund: 'refund_no' } as const satisfies Record<Kind, string>

async function selectNumbers({ tx }: Context, kind: Kind, place: SeriesRange): Promise<SeriesNumber[]> {
  const no = sql.ref(`m.${COLUMNS[kind]}`)
  const { rows } = await sql<Omit<SeriesNumber, 'amount' | 'created' | 'kind'> & Stored>`
    select ${no} as no, m.status, m.amount, m.created, coalesce(u.name, '') as created_by,
      m.cancel_reason as reason
    from ${sql.table(kind)} m
    left join app_user u on u.client_id = m.client_id and u.id = m.created_by
    where m.client_id = ${place.clientId} and m.branch_id = ${place.branchId}
      and m.created between ${place.from} and ${place.to}
    order by length(${no}), ${no}`.execute(tx)
  return rows.map((row) => ({
    ...row,
    kind,
    amount: Number(row.amount),
    created: row.created.toISOString(),
  }))
}

interface Stored {
  amount: string
  created: Date
}

/**
 * Selects the numbers between the first and the last of the span that have no row at the branch and were not skipped
 * by a restore.
 */
async function selectMissing({ tx }: Context, kind: Kind, place: SeriesRange): Promise<string[]> {
  const no = sql.ref(COLUMNS[kind])
  const table = sql.table(kind)
  const { rows } = await sql<{ no: string }>`
    with s as (select prefix, next from number_series
        where client_id = ${place.clientId} and branch_id = ${place.branchId} and kind = ${kind}),
      given as (select substr(${no}, length(s.prefix) + 1)::int as n, created from ${table}, s
        where client_id = ${place.clientId} and branch_id = ${place.branchId}
          and ${no} like s.prefix || '%' and substr(${no}, length(s.prefix) + 1) ~ '^[0-9]{1,9}$'),
      span as (select min(n) as first, max(n) as last from given
        where created between ${place.from} and ${place.to})
    select s.prefix || lpad(g.n::text, greatest(6, length(g.n::text)), '0') as no
    from s, span, generate_series(span.first, span.last) as g (n)
    where not exists (select 1 from given where given.n = g.n)
      and not exists (select 1 from number_jump j where j.client_id = ${place.clientId}
        and j.branch_id = ${place.branchId} and j.kind = ${kind} and g.n >= j.from_no and g.n < j.to_no)
    order by g.n`.execute(tx)
  return rows.map((row) => row.no)
}

/** Selects the gaps of restores that fall into these days, or between their first and last number. */
async function selectGaps({ tx }: Context, kind: Kind, place: SeriesRange): Promise<SeriesGap[]> {
  const no = sql.ref(COLUMNS[kind])
  const table = sql.table(kind)
  const { rows } = await sql<Omit<SeriesGap, 'restored' | 'backup'> & { restored: Date; backup: Date }>`
    with s as (select prefix from number_series
        where client_id = ${place.clientId} and branch_id = ${place.branchId} and kind = ${kind}),
      span as (select min(n) as first, max(n) as last from (
        select substr(${no}, length(s.prefix) + 1)::int as n from ${table}, s
        where client_id = ${place.clientId} and branch_id = ${place.branchId}
          and created between ${place.from} and ${place.to}
          and ${no} like s.prefix || '%' and substr(${no}, length(s.prefix) + 1) ~ '^[0-9]{1,9}$') given)
    select ${kind} as kind, r.at as restored, r.made as backup,
      s.prefix || lpad(j.from_no::text, greatest(6, length(j.from_no::text)), '0') as first,
      s.prefix || lpad((j.to_no - 1)::text, greatest(6, length((j.to_no - 1)::text)), '0') as last
    from s, span, number_jump j
    join restore r on r.client_id = j.client_id and r.epoch = j.epoch
    where j.client_id = ${place.clientId} and j.branch_id = ${place.branchId} and j.kind = ${kind}
      and (r.at between ${place.from} and ${place.to} or (j.from_no <= span.last and j.to_no > span.first))
    order by j.from_no`.execute(tx)
  return rows.map((row) => ({
    ...row,
    restored: row.restored.toISOString(),
    backup: row.backup.toISOString(),
  }))
}
