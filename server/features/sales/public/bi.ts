import { type RawBuilder, sql } from 'kysely'
import { type MachineCases, REFERRERS_MAX, type ReferrerCases } from '#contract/calls/bi.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Figures } from './figures.ts'
import { IS_EXAM, IS_LIVE, IS_SCANNED, referrerOf } from './line-filter.ts'
import { listedVisits } from './listed-visits.ts'

/**
 * Cases (docs/decisions/194): the live examinations `s` of the invoices `t` whose visits have started; the same rows
 * as the service list with the filter `cases`.
 */
function cases(figures: Figures, departmentId?: string): RawBuilder<unknown> {
  const visits = listedVisits(figures, { base: 'Invoices', filter: { is_started: 'Y' } })
  return sql`${visits} t join visit_service s on s.client_id = ${figures.caller.clientId} and s.visit_id = t.id
    and ${IS_LIVE} and ${IS_EXAM} ${ofDepartment(departmentId)}`
}

/** Limits lines `s` to those of a department, if given. */
export const ofDepartment = (id: string | undefined): RawBuilder<unknown> =>
  id === undefined ? sql`` : sql`and s.department_id = ${id}`

const COUNTS = sql`count(*)::int as cases, count(*) filter (where ${IS_SCANNED})::int as completed,
  count(*) filter (where not ${IS_SCANNED})::int as ongoing`

/** Counts cases by machine, busiest first; those without a machine form one row. */
export async function casesByMachine(figures: Figures, departmentId?: string): Promise<MachineCases[]> {
  const { clientId } = figures.caller
  const { rows } = await sql<MachineCases>`
    select g.*, coalesce(ma.name, '') as machine, ma.branch_id, coalesce(b.name, '') as branch, ma.department_id,
      coalesce(d.name, '') as department
    from (select m.machine_id, ${COUNTS} from ${cases(figures, departmentId)}
      left join visit_machine m on m.client_id = ${clientId} and m.id = s.visit_machine_id
      group by m.machine_id) g
    left join machine ma on ma.client_id = ${clientId} and ma.id = g.machine_id
    left join branch b on b.client_id = ${clientId} and b.id = ma.branch_id
    left join department d on d.client_id in (${clientId}, ${PLATFORM_CLIENT_ID}) and d.id = ma.department_id
    order by g.cases desc, lower(ma.name) nulls last, g.machine_id`.execute(figures.tx)
  return rows
}

/** Counts all cases, and by machine; only those of a department if given. */
export async function sumCases(figures: Figures, departmentId?: string) {
  const machines = await casesByMachine(figures, departmentId)
  const sum = (name: 'cases' | 'ongoing' | 'completed') => machines.reduce((all, one) => all + one[name], 0)
  return { cases: sum('cases'), ongoing: sum('ongoing'), completed: sum('completed'), machines }
}

const started = (figures: Figures, department_id?: string) =>
  listedVisits(figures, { base: 'Sales', filter: { is_started: 'Y', department_id } })

/**
 * Counts the started visits that are the patient's first, and later ones; with a department, only those with one of
 * its services.
 */
export async function sumNewRepeated(figures: Figures, department_id?: string) {
  const filter = { is_started: 'Y', patient_visit: 'New', department_id } as const
  const isNew = listedVisits(figures, { base: 'Sales', filter })
  const { rows } = await sql<{ new: number; visits: number }>`
    select (select count(*)::int from ${isNew} t) as new, (select count(*)::int from ${started(figures, department_id)} t) as visits
  `.execute(figures.tx)
  const { new: first = 0, visits = 0 } = rows[0] ?? {}
  return { new: first, repeated: visits - first, visits }
}

/** Counts the started visits by the patient's gender. */
export async function sumGenders(figures: Figures) {
  const { rows } = await sql<{ male: number; female: number; visits: number }>`
    select count(*) filter (where p.gender = 'Male')::int as male,
      count(*) filter (where p.gender = 'Female')::int as female, count(*)::int as visits
    from ${started(figures)} t
    join patient p on p.client_id = ${figures.caller.clientId} and p.id = t.patient_id`.execute(figures.tx)
  const { male = 0, female = 0, visits = 0 } = rows[0] ?? {}
  return { male, female, other: visits - male - female, visits }
}

export const REFERRER_COLUMNS = { Doctor: 'ref_dr_id', Hospital: 'ref_hospital_id' } as const

/** Counts cases by referrer, most first; those beyond the listed ones form one sum. */
export async function casesByReferrer(figures: Figures, type: 'Doctor' | 'Hospital') {
  const { clientId } = figures.caller
  const referrer = referrerOf(figures, REFERRER_COLUMNS[type])
  const { rows } = await sql<ReferrerCases>`
    select g.*, coalesce(u.name, '') as name from (
      select ${referrer} as ref_dr_id, ${COUNTS}, count(distinct t.id)::int as visits,
        sum(s.net_charges)::float8 as net_charges
      from ${cases(figures)} group by 1) g
    left join app_user u on u.client_id = ${clientId} and u.id = g.ref_dr_id
    order by g.cases desc, lower(u.name) nulls last, g.ref_dr_id`.execute(figures.tx)
  return { referrers: rows.slice(0, REFERRERS_MAX), others: sumOthers(figures, rows.slice(REFERRERS_MAX)) }
}

function sumOthers({ scale }: Figures, rows: readonly ReferrerCases[]) {
  const sum = (name: 'cases' | 'ongoing' | 'completed' | 'visits') =>
    rows.reduce((all, one) => all + one[name], 0)
  const minor = rows.reduce((all, { net_charges }) => all + Math.round(net_charges * scale), 0)
  return {
    referrers: rows.length,
    cases: sum('cases'),
    ongoing: sum('ongoing'),
    completed: sum('completed'),
    visits: sum('visits'),
    net_charges: minor / scale,
  }
}
