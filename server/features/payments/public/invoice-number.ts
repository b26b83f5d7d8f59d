import type { Updateable } from 'kysely'
import { type FinancialYearStart, financialYearOf, firstMonthOf } from '#domain/branch/financial-year.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { dayAt } from '#domain/time/zones.ts'
import { needsBooking } from '#server/features/visits/public/booking/unbooked.ts'
import { changeVisit, type LockedVisit } from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Visit } from '#server/kernel/database/schema.ts'
import { takeNumber } from '#server/kernel/number-series.ts'

/**
 * Returns the number and date of a visit's invoice, to be written with the visit's next change: at its start, or with
 * the first money received (docs/decisions/300). Returns nothing if the visit already has them, is cancelled, or has
 * no booking yet. Both values are those of the moment of assignment, so a later number never has an earlier date.
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
  // The table constrains the values to these names.
  const firstMonth = firstMonthOf(financial_year_start as FinancialYearStart, country_id ?? undefined)
  const year = financialYearOf(invoice_date, firstMonth)
  const invoice_no = await takeNumber(tx, caller.clientId, 'invoice', visit.branch_id, year)
  return { invoice_no, invoice_date }
}

/**
 * Stores the provisional number that was printed offline on an invoice, so that the visit can be found by that paper.
 * Two offline desks may each have printed one.
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

/** Returns the printed numbers of a visit's invoice, with one more. */
export function withPrinted({ invoice_provisional_no: known }: LockedVisit, printed = ''): string {
  const all = known.split(', ').filter((one) => one !== '')
  return printed === '' || all.includes(printed) ? known : [...all, printed].join(', ')
}
