import { type RawBuilder, sql } from 'kysely'
import type { FlowStep, Turnaround } from '#contract/calls/flow.ts'
import { beginOf, SHARES, STEPS, type Stage } from '#domain/flow/stages.ts'
import type { Figures } from '#server/features/sales/public/figures.ts'
import { type FlowFilter, flowStudies } from './studies.ts'

type Waits = Turnaround['received_signed']
type Row = { step: string; n: number; waits: number[] | null; in_target: number; with_target: number }

/** Returns the durations between stages for studies signed in the range (docs/decisions/230). */
export async function readTurnaround(figures: Figures, filter: FlowFilter): Promise<Turnaround> {
  const { tx, caller } = figures
  const studies = (await flowStudies(figures, { ...filter, date_col: 'signed_on' })).select([
    's.id',
    's.visit_service_id',
    's.received_datetime',
    's.assigned_on',
    's.signed_on',
    's.verified_on',
    's.status',
    's.tat',
  ])
  const { rows } = await sql<Row>`
    with t as (
      select s.received_datetime as received, s.tat, v.created as booked, v.started_on as arrived,
        vs.exm_start_dt as scan_start, vs.scanned_on as scan_end, s.assigned_on as assigned,
        (select min(r.created) from report r where r.client_id = ${caller.clientId} and r.study_id = s.id) as first_text,
        s.signed_on as signed, case when s.status = 'Verified' then s.verified_on end as verified,
        ${deliveredOn(caller.clientId)} as delivered
      from ${studies} s
      left join visit_service vs on vs.client_id = ${caller.clientId} and vs.id = s.visit_service_id
      left join visit v on v.client_id = ${caller.clientId} and v.id = vs.visit_id)
    select w.step, count(*)::int as n, percentile_cont(${[...SHARES]}::float8[]) within group (order by w.minutes) as waits,
      count(*) filter (where t.tat > 0 and floor(w.minutes) <= t.tat)::int as in_target,
      count(*) filter (where t.tat > 0)::int as with_target
    from t cross join lateral (values ${sql.join(WAITS)}) as w (step, minutes)
    where w.minutes is not null group by w.step`.execute(tx)
  const found = new Map(rows.map((row) => [row.step, row]))
  const total = found.get(TOTAL)
  return {
    studies: total?.n ?? 0,
    steps: STEPS.map((step): FlowStep => ({ step, ...waitsOf(found.get(step)) })),
    received_signed: waitsOf(total),
    with_target: total?.with_target ?? 0,
    in_target: total?.in_target ?? 0,
  }
}

const TOTAL = 'received_signed'

// A stage that ended before it began counts as zero, for example a study that was assigned before its scan.
const minutesBetween = (from: Stage | 'received', to: Stage): RawBuilder<number> =>
  sql<number>`(case when ${sql.ref(`t.${from}`)} is null or ${sql.ref(`t.${to}`)} is null then null
    else greatest(0, extract(epoch from ${sql.ref(`t.${to}`)} - ${sql.ref(`t.${from}`)}) / 60) end)::float8`

const WAITS = [
  ...STEPS.map((step) => sql`(${sql.lit(step)}, ${minutesBetween(beginOf(step), step)})`),
  sql`(${sql.lit(TOTAL)}, ${minutesBetween('received', 'signed')})`,
]

/**
 * When the report first left the centre after the signature: by a link, a message or a transmission to another
 * system.
 */
const deliveredOn = (clientId: string) => sql`least(
  (select min(k.created) from share_link k where k.client_id = ${clientId} and k.study_id = s.id and k.with_report
    and k.created >= s.signed_on),
  (select min(m.sent) from message m where m.client_id = ${clientId} and m.study_id = s.id and m.state = 'Sent'
    and m.purpose in ('Share_Study', 'Portal_Access') and m.sent >= s.signed_on),
  (select min(d.sent) from report_dispatch d where d.client_id = ${clientId} and d.study_id = s.id
    and d.state = 'Sent' and d.sent >= s.signed_on))`

function waitsOf(row: Row | undefined): Waits {
  const [p50 = null, p80 = null, p95 = null] = row?.waits ?? []
  return { n: row?.n ?? 0, p50, p80, p95 }
}
