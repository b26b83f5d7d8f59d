import type { Updateable } from 'kysely'
import { type FinancialYearStart, financialYearOf, firstMonthOf } from '#domain/branch/financial-year.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Visit } from '#server/kernel/database/schema.ts'
import { takeNumber } from '#server/kernel/number-series.ts'
import { needsBooking } from '../visits/unbooked.ts'
import { changeVisit, type LockedVisit } from '../visits/write-store.ts'

/**
 * Number and date of a visit's invoice, to be written with its next change: at the start of the visit, or with the first
 * money that is received for it (docs/decisions/300). Nothing where it has them, where the visit is cancelled, and where
 * its booking has not come. Both are of the moment in which the server gives them, so a later number never has an
 * earlier date.
 */
export async function invoiceColumns(
  { tx, caller, now }: Pick<Context, 'tx' | 'caller' | 'now'>,
  visit: LockedVisit,
): Promise<Pick<Updateable<Visit>, 'invoice_no' | 'invoice_date'>> {
  if (visit.invoice_no !== '' || isVisitCancelled(visit.status) || needsBooking(visit)) return {}
  const { time_zone, financial_year_start, country_id } = await tx
    .selectFrom('branch as b')
    .innerJoin('client as c', 'c.id', 'b.client_id')
    .select(['b.time_zone', 'b.financial_year_start', 'c.country_id'])
    .where('b.client_id', '=', caller.clientId)
    .where('b.id', '=', visit.branch_id)
    .executeTakeFirstOrThrow()
  const invoice_date = dayAt(now, time_zone)
  // The table holds to these names.
  const firstMonth = firstMonthOf(financial_year_start as FinancialYearStart, country_id ?? undefined)
  const year = financialYearOf(invoice_date, firstMonth)
  const invoice_no = await takeNumber(tx, caller.clientId, 'invoice', visit.branch_id, year)
  return { invoice_no, invoice_date }
}

/**
 * Keeps what stood on an invoice that was printed without the network in the place of its number, so that whoever holds
 * that paper finds the visit by it. Two desks without a network may each have printed one.
 */
export async function keepPrintedInvoice(
  ctx: Context,
  visit: LockedVisit,
  printed: string | undefined,
): Promise<void> {
  const invoice_provisional_no = withPrinted(visit, printed)
  if (invoice_provisional_no === visit.invoice_provisional_no) return
  await changeVisit(ctx, visit, { invoice_provisional_no })
  await ctx.audit('keep_printed_no', 'visit', visit.id, { invoice_provisional_no: printed })
}

/** The printed numbers of a visit's invoice with one more. */
export function withPrinted({ invoice_provisional_no: known }: LockedVisit, printed = ''): string {
  const all = known.split(', ').filter((one) => one !== '')
  return printed === '' || all.includes(printed) ? known : [...all, printed].join(', ')
}
