import { useMemo } from 'react'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { listRange } from '#src/sync/visits/list-range.ts'
import type { VisitListInput } from '#src/sync/visits/use-server-page.ts'
import type { VisitListQuestion } from '#src/sync/visits/use-visit-list.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import type { VisitListView } from './use-visit-params.ts'
import { filterOf } from './visit-params.ts'

/** Returns the query of the filter: the same object until it, the day or the page size changes. */
export function useVisitQuestion(view: VisitListView, pageSize: number): VisitListQuestion {
  const { branches, branchId, days, order, page, fields, zone } = view
  const { from, to } = days
  const { decimals } = useMoneyFormat()
  const today = useToday(zone)
  return useMemo(() => {
    const asked = branchId === undefined ? branches : branches.filter(({ id }) => id === branchId)
    const input = {
      ...(branchId === undefined ? {} : { branch_id: branchId }),
      from_date: from,
      to_date: to,
      ...filterOf(fields),
      order_by: order,
      p: page,
      ps: pageSize,
    } as VisitListInput
    const range = listRange(asked, { fromDay: from, toDay: to }, { zone, day: today })
    return { input, range, decimals }
  }, [branches, branchId, from, to, fields, order, page, pageSize, decimals, zone, today])
}
