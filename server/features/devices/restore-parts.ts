import { type RawBuilder, sql } from 'kysely'
import type { RestoreReport } from '#contract/calls/devices.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Maximum number of missing commands that are listed. */
const NAMED_MAX = 200

interface Missing {
  id: string
  call: string
  user_name: string
  acknowledged: Date
  refusal: string
  numbers: { no: string }[]
  is_live: boolean
  acts: { action: string; type: string; of: string | null }[]
  total: number
}

/** Returns the commands that the server acknowledged but no longer has, oldest first. */
export async function selectMissing(
  tx: Tx,
  clientId: string,
  epoch: string,
): Promise<Pick<RestoreReport, 'missing' | 'missing_count'>> {
  const { rows } = await sql<Missing>`
    select c.id, c.call, coalesce(u.name, '') as user_name, c.acknowledged, c.refusal, c.numbers, c.is_live,
      count(*) over ()::int as total,
      coalesce((select json_agg(json_build_object('action', a.action, 'type', a.type, 'of', (
          select v.visit_no from visit v where v.client_id = c.client_id and a.type = 'visit' and v.id = a.id
          union all
          select p.pat_id from patient p where p.client_id = c.client_id and a.type = 'patient' and p.id = a.id
          union all
          select r.receipt_no from receipt r where r.client_id = c.client_id and a.type = 'receipt' and r.id = a.id
          union all
          select f.refund_no from refund f where f.client_id = c.client_id and a.type = 'refund' and f.id = a.id
          union all
          select o.name from app_user o where o.client_id = c.client_id and a.type = 'user' and o.id = a.id
          limit 1)) order by a.place)
        from rows from (jsonb_to_recordset(c.acts) as (action text, type text, id uuid))
          with ordinality as a (action, type, id, place)), '[]') as acts
    from restored_command c
    left join app_user u on u.client_id = c.client_id and u.id = c.user_id
    where c.client_id = ${clientId} and c.epoch = ${epoch} and c.returned is null
    order by c.acknowledged, c.id
    limit ${NAMED_MAX}`.execute(tx)
  const missing = rows.map(({ acknowledged, numbers, is_live, acts, total: _total, ...row }) => ({
    ...row,
    acknowledged: acknowledged.toISOString(),
    numbers: numbers.map(({ no }) => no),
    is_live: is_live ? (1 as const) : (0 as const),
    acts: acts.map((act) => ({ ...act, of: act.of ?? '' })),
  }))
  return { missing, missing_count: rows[0]?.total ?? 0 }
}

interface Twice {
  call: string
  user_name: string
  kind: string
  no: string
  now: string
  printed: Date
  of: string | null
  other_of: string | null
  other_printed: Date | null
  other_user: string | null
}

/**
 * Returns the numbers of lost commands that another record has: of commands that returned with a different number,
 * and of commands that did not return while their number was assigned again.
 */
export async function selectTwice(tx: Tx, clientId: string, epoch: string): Promise<RestoreReport['twice']> {
  const { rows } = await sql<Twice>`
    select c.call, coalesce(u.name, '') as user_name, n.kind, n.no, n.now, c.acknowledged as printed,
      mine.of, other.of as other_of, other.printed as other_printed, other.user_name as other_user
    from restored_command c
    cross join jsonb_to_recordset(c.numbers) as n (kind text, branch_id uuid, no text, now text)
    left join app_user u on u.client_id = c.client_id and u.id = c.user_id
    left join lateral (${bearerOf('now')}) mine on n.now <> ''
    left join lateral (${bearerOf('no')}) other on true
    where c.client_id = ${clientId} and c.epoch = ${epoch} and n.now <> n.no
      and (c.returned is not null or other.of is not null)
    order by c.acknowledged, n.kind, n.no`.execute(tx)
  return rows.map(({ printed, of, other_of, other_printed, other_user, ...row }) => ({
    ...row,
    printed: printed.toISOString(),
    of: of ?? '',
    ...(other_of !== null &&
      other_printed !== null && {
        other: { of: other_of, user_name: other_user ?? '', printed: other_printed.toISOString() },
      }),
  }))
}

/**
 * The record that has a number of `n`: its owner (the patient's number of a visit, the visit's of money) and its
 * date.
 */
const bearerOf = (column: 'no' | 'now'): RawBuilder<unknown> => {
  const no = sql.ref(`n.${column}`)
  return sql`
    select b.of, b.printed, coalesce(w.name, '') as user_name from (
      select v.visit_no as of, r.created as printed, r.created_by as by from receipt r
        join visit v on v.client_id = r.client_id and v.id = r.visit_id
        where r.client_id = c.client_id and n.kind = 'receipt' and r.branch_id = n.branch_id and r.receipt_no = ${no}
      union all
      select v.visit_no, f.created, f.created_by from refund f
        join visit v on v.client_id = f.client_id and v.id = f.visit_id
        where f.client_id = c.client_id and n.kind = 'refund' and f.branch_id = n.branch_id and f.refund_no = ${no}
      union all
      select p.pat_id, v.created, v.created_by from visit v
        join patient p on p.client_id = v.client_id and p.id = v.patient_id
        where v.client_id = c.client_id and n.kind = 'visit' and v.visit_no = ${no}
      union all
      select v.visit_no, v.invoice_date::timestamptz, v.created_by from visit v
        where v.client_id = c.client_id and n.kind = 'invoice' and v.branch_id = n.branch_id and v.invoice_no = ${no}
      union all
      select v.visit_no, v.created, v.created_by from visit_service s
        join visit v on v.client_id = s.client_id and v.id = s.visit_id
        where s.client_id = c.client_id and n.kind = 'accession' and s.accession_no = ${no}
      union all
      select p.pat_id, p.created, p.created_by from patient p
        where p.client_id = c.client_id and n.kind = 'patient' and p.pat_id = ${no}) b
    left join app_user w on w.client_id = c.client_id and w.id = b.by
    limit 1`
}

/** Returns the numbers that a restore skipped, by series. */
export async function selectGaps(tx: Tx, clientId: string, epoch: string): Promise<RestoreReport['gaps']> {
  const { rows } = await sql<Omit<RestoreReport['gaps'][number], 'is_raised'> & { is_raised: boolean }>`
    select j.kind, coalesce(b.name, '') as branch, j.is_raised,
      s.prefix || lpad(j.from_no::text, greatest(6, length(j.from_no::text)), '0') as first,
      s.prefix || lpad((j.to_no - 1)::text, greatest(6, length((j.to_no - 1)::text)), '0') as last
    from number_jump j
    join number_series s on s.client_id = j.client_id and s.branch_id = j.branch_id and s.kind = j.kind
      and s.year = j.year
    left join branch b on b.client_id = j.client_id and b.id = j.branch_id
    where j.client_id = ${clientId} and j.epoch = ${epoch}
    order by branch, j.kind, j.from_no`.execute(tx)
  return rows.map((row) => ({ ...row, is_raised: row.is_raised ? (1 as const) : (0 as const) }))
}
