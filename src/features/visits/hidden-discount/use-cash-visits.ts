import { useState } from 'react'
import { type CashPaidVisit, hiddenDiscountCalls } from '#contract/calls/hidden-discounts.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import type { Days } from '../visit-params.ts'

/** The filter of the cash-paid visits; undefined `branchId` means all branches of the reader. */
export interface CashFilter {
  branchId: string | undefined
  days: Days
}

/** Loads the cash-paid visits of a filter; newer data from a refusal replaces the loaded data. */
export function useCashVisits({ branchId, days }: CashFilter, isWanted: boolean) {
  const [told, setTold] = useState<ReadonlyMap<string, CashPaidVisit>>(new Map())
  const { answer, error, refresh } = useKeptCall(
    hiddenDiscountCalls.cashPaidVisits,
    {
      ...(branchId === undefined ? {} : { branch_id: branchId }),
      from_date: days.from,
      to_date: days.to,
    },
    { isWanted, news: '', keptAs: undefined },
  )
  const visits = answer?.result.visits.map((visit) => told.get(visit.appt_id) ?? visit)
  return {
    visits,
    isWhole: answer?.result.is_whole ?? true,
    isScoped: answer?.scope.self_created === 1,
    error,
    take: (visits: readonly CashPaidVisit[]) =>
      setTold(new Map(visits.map((visit) => [visit.appt_id, visit]))),
    readAgain: () => {
      setTold(new Map())
      refresh()
    },
  }
}
