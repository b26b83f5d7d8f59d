import { type BranchDay, useBranchDay } from '#src/parts/branches/use-branch-day.ts'

/** The drawer that the page shows; kept in the address, which names no patient. */
export interface CashDay extends BranchDay<'person'> {
  /** Undefined means the reader's own drawer. */
  userId: string | undefined
}

export function useCashDay(): CashDay {
  const branchDay = useBranchDay<'person'>()
  return { ...branchDay, userId: branchDay.params.get('person') ?? undefined }
}
