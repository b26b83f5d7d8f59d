import { type RawBuilder, sql } from 'kysely'
import type { PayoutLine } from '#contract/calls/payout.ts'
import { type MonthText, monthRange, nextMonth } from '#domain/money/month-lock.ts'
import type { Tx } from '#server/kernel/context.ts'

/** The month and reader of examinations; all readers if `doctorId` is absent. */
export interface PayoutOf {
  clientId: string
  month: MonthText
  doctorId?: string | undefined
}

export interface ExamSums {
  doctor_id: string
  exams: number
  verified: number
  without_points: number
  /** Exact, as the database formats it. */
  points: string
  sha256: string
}

/**
 * Returns the signed studies of a month with their points, as a table. Month and reader are those of the first
 * signature, so that a reopened report is not paid a second time. Leaves out studies that are already in a closed
 * pay-out of another month or reader. The month is that of each branch's time zone. The surrounding span of instants
 * lets the queries use the indexes on signatures.
 */
function examsOf({ clientId, month, doctorId }: PayoutOf): RawBuilder<unknown> {
  const { from } = monthRange(month)
  const inSpan = (column: string) => sql`${sql.ref(column)} >= ${from}::date - interval '1 day'
    and ${sql.ref(column)} < ${`${nextMonth(month)}-01`}::date + interval '1 day'`
  return sql`(
    select s.id, w.doctor_id, w.signed_on, s.status, s.modality, s.accession_no,
      coalesce(vs.name, '') as service, coalesce(b.name, '') as branch, coalesce(sv.points, 0) as points
    from (select st.id from study st where st.client_id = ${clientId} and ${inSpan('st.signed_on')}
      union select sv.study_id from report_version sv
        where sv.client_id = ${clientId} and sv.signed_hash <> '' and ${inSpan('sv.created')}) found
    join study s on s.client_id = ${clientId} and s.id = found.id
    left join lateral (select fv.created, fv.created_by from report_version fv
      where fv.client_id = ${clientId} and fv.study_id = s.id and fv.signed_hash <> ''
      order by fv.created limit 1) f on true
    cross join lateral (select
      case when f.created < s.signed_on then f.created else s.signed_on end as signed_on,
      case when f.created < s.signed_on then f.created_by else s.signed_by_doctor_id end as doctor_id) w
    left join branch b on b.client_id = ${clientId} and b.id = s.branch_id
    left join visit_service vs on vs.client_id = ${clientId} and vs.id = s.visit_service_id
    left join service sv on sv.client_id = ${clientId} and sv.id = vs.service_id
    where s.client_id = ${clientId} and s.hidden is null and s.status in ('Signed', 'Verified')
      and to_char(w.signed_on at time zone coalesce(b.time_zone, 'UTC'), 'YYYY-MM') = ${month}
      and not exists (select from reader_payout_line l
        join reader_payout c on c.client_id = ${clientId} and c.id = l.payout_id and c.reopened_on is null
        where l.client_id = ${clientId} and l.study_id = s.id and (c.month, c.doctor_id) <> (${from}::date, w.doctor_id))
      and ${doctorId === undefined ? sql`w.doctor_id is not null` : sql`w.doctor_id = ${doctorId}`})`
}

/** Sums the examinations of a month by reader. */
export async function sumExams(tx: Tx, of: PayoutOf): Promise<ExamSums[]> {
  const { rows } = await sql<ExamSums>`
    select e.doctor_id, count(*)::int as exams, count(*) filter (where e.status = 'Verified')::int as verified,
      count(*) filter (where e.points = 0)::int as without_points, sum(e.points)::text as points,
      encode(sha256(convert_to(string_agg(e.id || '|' || e.points::numeric(6,2) || E'\n', '' order by e.id), 'UTF8')), 'hex')
        as sha256
    from ${examsOf(of)} e group by e.doctor_id`.execute(tx)
  return rows
}

/** Stores the examinations of a month that is being closed. */
export async function keepExams(
  tx: Tx,
  of: PayoutOf & { doctorId: string },
  payoutId: string,
): Promise<void> {
  await sql`insert into reader_payout_line
      (client_id, payout_id, study_id, signed_on, branch, modality, accession_no, service, is_verified, points)
    select ${of.clientId}, ${payoutId}, e.id, e.signed_on, e.branch, e.modality, e.accession_no, e.service,
      e.status = 'Verified', e.points
    from ${examsOf(of)} e`.execute(tx)
}

/** Returns the stored examinations if the reader's month is closed, otherwise the current ones, as a table. */
async function statedExams(tx: Tx, of: PayoutOf & { doctorId: string }): Promise<RawBuilder<unknown>> {
  const { clientId, month, doctorId } = of
  const closed = await tx
    .selectFrom('reader_payout')
    .select('id')
    .where('client_id', '=', clientId)
    .where('doctor_id', '=', doctorId)
    .where('month', '=', monthRange(month).from)
    .where('reopened_on', 'is', null)
    .executeTakeFirst()
  if (!closed) return examsOf(of)
  return sql`(select l.study_id as id, l.signed_on, l.branch, l.modality, l.accession_no, l.service, l.points,
      case when l.is_verified then 'Verified' else 'Signed' end as status
    from reader_payout_line l where l.client_id = ${clientId} and l.payout_id = ${closed.id})`
}

/** The sum of the examinations of one service with equal points. */
export interface ServiceSum {
  service: string
  /** Points per examination. */
  points: number
  exams: number
  verified: number
  /** Points of all examinations. */
  sum: number
}

/** Sums a reader's month by service, most points first; for a closed month, the stored examinations. */
export async function sumByService(tx: Tx, of: PayoutOf & { doctorId: string }): Promise<ServiceSum[]> {
  const { rows } = await sql<ServiceSum>`
    select e.service, e.points::float8 as points, count(*)::int as exams,
      count(*) filter (where e.status = 'Verified')::int as verified, sum(e.points)::float8 as sum
    from ${await statedExams(tx, of)} e group by e.service, e.points
    order by 5 desc, lower(e.service), e.points`.execute(tx)
  return rows
}

type Row = Omit<PayoutLine, 'signed_on' | 'study_id'> & { id: string; signed_on: Date; total: number }

/**
 * Returns one page of a reader's examinations, ordered by signature, and their count: the stored ones if the month is
 * closed, otherwise the current ones.
 */
export async function listExams(
  tx: Tx,
  of: PayoutOf & { doctorId: string },
  { p, ps }: { p: number; ps: number },
): Promise<{ rows: PayoutLine[]; total: number }> {
  const exams = await statedExams(tx, of)
  const { rows } = await sql<Row>`
    select e.id, e.signed_on, e.branch, e.modality, e.accession_no, e.service, e.points::float8 as points,
      (e.status = 'Verified')::int as is_verified, (count(*) over ())::int as total
    from ${exams} e order by e.signed_on, e.id limit ${ps} offset ${(p - 1) * ps}`.execute(tx)
  return {
    rows: rows.map((row) => ({
      study_id: row.id,
      signed_on: row.signed_on.toISOString(),
      branch: row.branch,
      modality: row.modality,
      accession_no: row.accession_no,
      service: row.service,
      is_verified: row.is_verified,
      points: row.points,
    })),
    total: rows[0]?.total ?? 0,
  }
}
