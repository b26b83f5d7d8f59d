import { type BranchDay, useBranchDay } from '#src/parts/branches/use-branch-day.ts'

/** The drawer that the page shows; kept in the address, which names no patient. */
export interface CashDay extends BranchDay<'person'> {
  /** Undefined means the reader's own drawer. */
  userId: string | undefined
}

export function useCashDay(): CashDay {
  const place = useBranchDay<'person'>()
  return { ...place, userId: place.params.get('person') ?? undefined }
}
