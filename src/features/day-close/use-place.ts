import { type BranchDay, useBranchDay } from '#src/parts/branches/use-branch-day.ts'

/** Whose drawer the page looks into; kept in the address, which names no patient. */
export interface CashDay extends BranchDay<'person'> {
  /** Undefined is the person who looks. */
  userId: string | undefined
}

export function usePlace(): CashDay {
  const place = useBranchDay<'person'>()
  return { ...place, userId: place.params.get('person') ?? undefined }
}
