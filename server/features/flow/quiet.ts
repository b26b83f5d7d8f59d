import { sql } from 'kysely'
import { QUIET_MAX, type QuietReferrer } from '#contract/calls/flow.ts'
import { EARLIER_LEAST, isQuiet, RECENT_DAYS } from '#domain/flow/quiet.ts'
import { addDays } from '#domain/time/zones.ts'
import { ofDepartment, REFERRER_COLUMNS } from '../sales/public/bi.ts'
import type { Figures } from '../sales/public/figures.ts'
import { IS_EXAM, IS_LIVE, referrerOf } from '../sales/public/line-filter.ts'
import { listedVisits } from '../sales/public/listed-visits.ts'

type Row = Omit<QuietReferrer, 'last_visit'> & { last_visit: Date }

/** Returns referrers who sent far fewer examinations in the last 30 days of the range than in the 90 days before. */
export async function readQuietReferrers(
  figures: Figures,
  type: 'Doctor' | 'Hospital',
  departmentId: string | undefined,
): Promise<QuietReferrer[]> {
  const { tx, caller, scope } = figures
  const { clientId } = caller
  const visits = listedVisits(figures, { base: 'Invoices', filter: { is_started: 'Y' } })
  // Counts the same cases as BI, but looks them up visit by visit: reading every service of four months would be too
  // slow.
  const since = addDays(scope.toDay, 1 - RECENT_DAYS)
  const { rows } = await sql<Row>`
    select g.*, coalesce(u.name, '') as name from (
      select s.ref_dr_id,
        count(*) filter (where (t.start_dt at time zone b.time_zone)::date >= ${since}::date)::int as recent,
        count(*) filter (where (t.start_dt at time zone b.time_zone)::date < ${since}::date)::int as earlier,
        max(t.start_dt) as last_visit
      from ${visits} t
      cross join lateral (
        select ${referrerOf(figures, REFERRER_COLUMNS[type])} as ref_dr_id from visit_service s
        where s.client_id = ${clientId} and s.visit_id = t.id and ${IS_LIVE} and ${IS_EXAM}
          ${ofDepartment(departmentId)} offset 0) s
      join branch b on b.client_id = ${clientId} and b.id = t.branch_id
      group by 1) g
    join app_user u on u.client_id = ${clientId} and u.id = g.ref_dr_id
    where g.earlier >= ${EARLIER_LEAST}
    order by g.earlier - 3 * g.recent desc, lower(u.name), g.ref_dr_id`.execute(tx)
  return rows
    .filter(({ recent, earlier }) => isQuiet(recent, earlier))
    .slice(0, QUIET_MAX)
    .map((row) => ({ ...row, last_visit: row.last_visit.toISOString() }))
}
