import { type RawBuilder, sql } from 'kysely'
import type { DepartmentSum, DepartmentSummary, SalesTotals } from '#contract/calls/sales-records.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Figures } from './figures.ts'
import { listedLines } from './listed-lines.ts'
import { listedVisits, type VisitQuery } from './listed-visits.ts'

/** Sums the rows `t` that match `of`; they have charges, discount, net, paid and hidden in the client's currency. */
const sumsOf = (of: RawBuilder<unknown> = sql``): RawBuilder<unknown> => {
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(`t.${name}`)}) ${of}, 0)`
  return sql`${sum('charges')}::float8 as charges, ${sum('discount')}::float8 as discount,
    ${sum('net')}::float8 as net_charges, ${sum('paid')}::float8 as paid,
    (${sum('net')} - ${sum('paid')})::float8 as balance, ${sum('hidden')}::float8 as hidden_discount`
}
export const SUMS: RawBuilder<unknown> = sumsOf()
const LIVE = sql`filter (where not t.is_cancelled)`

/** The sums from SQL; the hidden column is 0 if the reader does not have its module. */
export type SumsRow = Omit<SalesTotals, 'hidden_discount'> & { hidden_discount: number }

/** Converts the sums to wire format. */
export const toTotals = ({ seesHidden }: Figures, row: SumsRow): SalesTotals => ({
  ...row,
  hidden_discount: seesHidden ? row.hidden_discount : null,
})

/** Matches lines `t` of the department of a list's filter; '0' matches lines without one. */
export const isOfDepartmentAsked = (id: string | undefined): RawBuilder<unknown> => {
  if (id === undefined) return sql`true`
  return id === '0' ? sql`t.department_id is null` : sql`t.department_id = ${id}`
}

/** Sums the visits of a query; cancelled ones are counted separately and are in no sum. */
export async function sumVisits(
  figures: Figures,
  query: VisitQuery,
): Promise<{ totals: SalesTotals; cancelled: number }> {
  const visits = listedVisits(figures, query)
  const counts = sql`count(*) ${LIVE}::int as visits, count(*) filter (where t.is_cancelled)::int as cancelled`
  const question =
    query.filter.department_id === undefined
      ? sql<SumsRow & { cancelled: number }>`select ${counts}, ${sumsOf(LIVE)} from ${visits} t`
      : sql<SumsRow & { cancelled: number }>`
          select c.*, s.* from (select count(*) filter (where t.is_cancelled)::int as cancelled from ${visits} t) c,
            (select count(*)::int as visits, ${SUMS} from ${ofDepartment(figures, query)}) s`
  const { rows } = await question.execute(figures.tx)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  const { cancelled, ...totals } = row
  return { totals: toTotals(figures, totals), cancelled }
}

/** Sums, per visit, its lines of the department. */
function ofDepartment(figures: Figures, query: VisitQuery): RawBuilder<unknown> {
  const lines = listedLines(figures, listedVisits(figures, query))
  return sql`(select t.visit_id, sum(t.charges) as charges, sum(t.discount) as discount,
      sum(t.net) as net, sum(t.paid) as paid, sum(t.hidden) as hidden
    from ${lines} t where ${isOfDepartmentAsked(query.filter.department_id)} group by t.visit_id) t`
}

/** Returns the sums by department, by name, and the total of the same visits. */
export async function sumDepartments(figures: Figures, query: VisitQuery): Promise<DepartmentSummary> {
  const { clientId } = figures.caller
  const lines = listedLines(figures, listedVisits(figures, query))
  const { rows } = await sql<SumsRow & Pick<DepartmentSum, 'department_id' | 'department'>>`
    select t.department_id, coalesce(d.name, '') as department, count(distinct t.visit_id)::int as visits, ${SUMS}
    from ${lines} t
    left join department d on d.client_id in (${clientId}, ${PLATFORM_CLIENT_ID}) and d.id = t.department_id
    where ${isOfDepartmentAsked(query.filter.department_id)}
    group by t.department_id, d.name order by lower(d.name) nulls last, t.department_id`.execute(figures.tx)
  const departments = rows.map(({ department_id, department, ...sums }) => ({
    department_id,
    department,
    ...toTotals(figures, sums),
  }))
  return { departments, total: (await sumVisits(figures, query)).totals }
}
