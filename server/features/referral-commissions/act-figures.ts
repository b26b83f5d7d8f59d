import type { Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import type { Figures } from '../sales/public/figures.ts'
import type { VisitQuery } from '../sales/public/listed-visits.ts'

/** Returns the figures for an act: current data of any day, within the scopes of the list. */
export async function actFigures(ctx: Context): Promise<Figures> {
  const { tx, caller, now } = ctx
  return {
    tx,
    caller,
    now,
    scope: { branchIds: undefined, fromDay: '', toDay: '', zones: [] },
    scale: 10 ** (await decimalsOf(ctx)),
    asAt: { pos: 0, at: now.toISOString() },
    seesHidden: false,
  }
}

/** Selects the invoices with these ids, of any day. */
export const invoicesOfIds = (ids: readonly string[]): VisitQuery => ({
  base: 'Invoices',
  filter: { includeFutureReceipt: 'Y' },
  isAnyDay: true,
  ids,
})
