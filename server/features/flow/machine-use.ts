import { sql } from 'kysely'
import type { MachineUse } from '#contract/calls/flow.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { openSpans, windowOf } from '#domain/flow/open-time.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import { addDays, startOfDay } from '#domain/time/zones.ts'
import { casesByMachine } from '../sales/public/bi.ts'
import { isInScope } from '../sales/public/figure-scope.ts'
import type { Figures } from '../sales/public/figures.ts'
import type { FlowNarrowing } from './public/studies.ts'

/**
 * Returns the minutes of examinations at each active machine and the minutes that its branch was open
 * (docs/decisions/231). Uses the scan's duration if begin and end are known, otherwise the calendar slot.
 */
export async function readMachineUse(
  figures: Figures,
  { modality, department_id }: FlowNarrowing,
): Promise<MachineUse[]> {
  const { tx, caller, scope, now } = figures
  const { clientId } = caller
  const spans = JSON.stringify(await spansOf(figures))
  const from = startOfDay(addDays(scope.fromDay, -2), 'UTC')
  const until = startOfDay(addDays(scope.toDay, 2), 'UTC')
  const { rows } = await sql<Omit<MachineUse, 'exams'>>`
    with machines as (
      select ma.id, ma.name, ma.branch_id, ma.department_id from machine ma
      where ma.client_id = ${clientId} and ma.hidden is null and ma.active
        and ${isInScope(sql.ref<string>('ma.branch_id'), scope)}
        ${modality ? sql`and ma.modality = ${modality}` : sql``}
        ${department_id ? sql`and ma.department_id = ${department_id}` : sql``}),
    spans as (
      select o.branch_id, o.is_open, range_agg(tstzrange(o.since, o.until)) as hours
      from jsonb_to_recordset(${spans}::jsonb) as o (branch_id uuid, is_open boolean, since timestamptz, until timestamptz)
      group by o.branch_id, o.is_open),
    exams as (
      select st.machine_id, coalesce(scan.since, st.start_dt) as since,
        least(case when scan.since is null then st.end_dt else scan.until end, ${now}) as until
      from machines ma
      join visit_machine st on st.client_id = ${clientId} and st.machine_id = ma.id
        and st.start_dt >= ${from} and st.start_dt < ${until}
      join visit v on v.client_id = ${clientId} and v.id = st.visit_id and v.started_on is not null
        and v.status <> ${CANCELLED_STATUS}
      cross join lateral (
        select case when bool_and(s.scanned_on > s.exm_start_dt) then min(s.exm_start_dt) end as since,
          max(s.scanned_on) as until, count(*) as lines
        from visit_service s where s.client_id = ${clientId} and s.visit_id = v.id and s.visit_machine_id = st.id
          and s.status <> ${CANCELLED_STATUS}) scan
      where scan.lines > 0),
    busy as (
      select e.machine_id, range_agg(tstzrange(e.since, e.until)) as times from exams e
      where e.since < e.until group by e.machine_id)
    select ma.id as machine_id, ma.name as machine, coalesce(b.name, '') as branch, coalesce(d.name, '') as department,
      ${minutesOf(sql`coalesce(busy.times, '{}') * coalesce(o.hours, '{}')`)} as used_minutes,
      ${minutesOf(sql`coalesce(busy.times, '{}') * coalesce(w.hours, '{}') - coalesce(o.hours, '{}')`)} as outside_minutes,
      ${minutesOf(sql`coalesce(o.hours, '{}')`)} as open_minutes
    from machines ma
    left join busy on busy.machine_id = ma.id
    left join spans o on o.branch_id = ma.branch_id and o.is_open
    left join spans w on w.branch_id = ma.branch_id and not w.is_open
    left join branch b on b.client_id = ${clientId} and b.id = ma.branch_id
    left join department d on d.client_id in (${clientId}, ${PLATFORM_CLIENT_ID}) and d.id = ma.department_id
    order by used_minutes desc, lower(ma.name), ma.id`.execute(tx)
  const exams = new Map((await casesByMachine(figures)).map((row) => [row.machine_id, row.cases]))
  return rows.map((row) => ({ ...row, exams: exams.get(row.machine_id) ?? 0 }))
}

const minutesOf = (times: ReturnType<typeof sql>) =>
  sql`coalesce((select sum(extract(epoch from upper(r) - lower(r)) / 60)::float8 from unnest(${times}) r), 0)`

/** Returns when each branch was open in the range, and the range itself; as text, because milliseconds would round. */
async function spansOf({ tx, caller, scope, now }: Figures) {
  const branches = await tx
    .selectFrom('branch')
    .select(['id', 'open_time', 'close_time', 'time_zone'])
    .where('client_id', '=', caller.clientId)
    .where(isInScope(sql.ref<string>('id'), scope))
    .execute()
  return branches.flatMap((branch) => {
    const window = windowOf(scope.fromDay, scope.toDay, branch.time_zone, now)
    const open = openSpans(scope.fromDay, scope.toDay, branch, now)
    return [
      ...open.map((span) => ({ ...span, is_open: true })),
      ...(window.from < window.to ? [{ ...window, is_open: false }] : []),
    ].map(({ from, to, is_open }) => ({
      branch_id: branch.id,
      is_open,
      since: new Date(from).toISOString(),
      until: new Date(to).toISOString(),
    }))
  })
}
