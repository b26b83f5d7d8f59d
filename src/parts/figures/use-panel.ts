import type { AsAt } from '#contract/calls/sales-records.ts'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import type { FiguresContext } from './use-figures-context.ts'

/** The figures of one panel. */
export interface Panel<C extends AnyCall> {
  answer: OutputOf<C> | undefined
  error: Error | undefined
  refresh: () => void
}

/** The answer of a panel's call, with the time it is from. */
export type PanelAnswer = { as_at: AsAt }

/** Loads a panel's figures; the last ones of each scope are cached on this device for offline use. */
export function usePanel<C extends AnyCall>(
  call: C,
  { branchId, from, to, isOnline, round }: FiguresContext,
  more: object = {},
): Panel<C> {
  const input = {
    ...(branchId === undefined ? {} : { branch_id: branchId }),
    from_date: from,
    to_date: to,
    ...more,
  }
  const { answer, error, refresh } = useKeptCall(call, input as InputOf<C>, {
    isWanted: isOnline,
    news: String(round),
    keptAs: [call.key, branchId ?? 'all', from, to, ...Object.values(more)].join(' '),
  })
  return { answer, error, refresh }
}
