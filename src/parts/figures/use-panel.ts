import type { AsAt } from '#contract/calls/sales-records.ts'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import type { FiguresPlace } from './use-figures-place.ts'

/** The figures of one panel. */
export interface Panel<C extends AnyCall> {
  answer: OutputOf<C> | undefined
  error: Error | undefined
  refresh: () => void
}

/** An answer of a panel's call: each says the moment that it is of. */
export type PanelAnswer = { as_at: AsAt }

/** Asks the figures of a panel; the last ones of each place stay on this device for work without the network. */
export function usePanel<C extends AnyCall>(
  call: C,
  { branchId, from, to, isOnline, round }: FiguresPlace,
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
