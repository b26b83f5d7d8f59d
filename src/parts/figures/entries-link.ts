import { allOf, hasAnyModule, permits } from '#domain/access/rules.ts'
import { SCREEN_RULES } from '#domain/access/screens.ts'
import type { FiguresContext } from './use-figures-context.ts'

/** Returns whether a person may open the lists behind the figures, which are the sales report's lists. */
export const opensEntries = allOf(hasAnyModule('sales_report'), permits('sales_report'))

/** Links to the sales report with exactly the filter of a figure. */
export function entriesLink(
  { branchId, from, to }: Pick<FiguresContext, 'branchId' | 'from' | 'to'>,
  tab: 'services' | 'receipts',
  filter: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams({ tab, from_date: from, to_date: to, ...filter })
  if (branchId !== undefined) params.set('branch_id', branchId)
  return `/sales-report?${params}`
}

/** Returns whether a person may open the visits behind a figure. */
export const opensVisits = SCREEN_RULES['/visits']

/** Links to Patients Visits with exactly the filter of a figure: visits that have started and are not cancelled. */
export function visitsLink(
  { branchId, from, to }: Pick<FiguresContext, 'branchId' | 'from' | 'to'>,
  filter: Readonly<Record<string, string>>,
): string {
  const range = { branch_id: branchId ?? 'All', from_date: from, to_date: to, is_started: 'Y' }
  return `/visits?${new URLSearchParams({ ...range, ...filter })}`
}
