import { sql } from 'kysely'
import { financialYearOf, firstMonthOf } from '#domain/branch/financial-year.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import { prefixOf } from '#server/kernel/number-kinds.ts'
import type { DemoCentre } from '../centres.ts'

interface Invoiced {
  id: string
  branch_id: string
  at: Date
}

/**
 * Assigns numbers and dates to the invoices of a centre, in the order of their visits, and sets the series to the
 * next number.
 */
export async function numberInvoices(tx: Tx, centre: DemoCentre): Promise<void> {
  const { rows } = await sql<Invoiced>`
    select v.id, v.branch_id, coalesce(v.started_on, min(r.taken_on)) as at
    from visit v
    left join receipt r on r.client_id = v.client_id and r.visit_id = v.id
    where v.client_id = ${centre.id} and (v.started_on is not null or r.id is not null)
    group by v.client_id, v.id
    order by 3, v.id`.execute(tx)
  const firstMonth = firstMonthOf('Country', centre.countryId)
  const zones = new Map(centre.branches.map(({ id, timeZone }) => [id, timeZone]))
  const next = new Map<string, { branchId: string; year: string; next: number }>()
  const numbered = rows.map(({ id, branch_id, at }) => {
    const day = dayAt(at, zones.get(branch_id) ?? 'UTC')
    const year = financialYearOf(day, firstMonth)
    const key = `${branch_id} ${year}`
    const series = next.get(key) ?? { branchId: branch_id, year, next: 1 }
    next.set(key, { ...series, next: series.next + 1 })
    return { id, day, no: `${prefixOf({ kind: 'invoice', year })}${String(series.next).padStart(6, '0')}` }
  })
  await sql`update visit v set invoice_no = n.no, invoice_date = n.day
    from unnest(${numbered.map(({ id }) => id)}::uuid[], ${numbered.map(({ no }) => no)}::text[],
      ${numbered.map(({ day }) => day)}::date[]) as n (id, no, day)
    where v.client_id = ${centre.id} and v.id = n.id`.execute(tx)
  const series = [...next.values()].map(({ branchId, year, next: following }) => ({
    client_id: centre.id,
    branch_id: branchId,
    kind: 'invoice',
    year,
    prefix: prefixOf({ kind: 'invoice', year }),
    next: following,
  }))
  if (series.length > 0) await tx.insertInto('number_series').values(series).execute()
}
