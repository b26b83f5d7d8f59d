/** A receipt of a refused payment: its id, and its printed number. */
export interface RefusedReceipt {
  id: string
  mode: string
  provisional_no?: string | undefined
}

/**
 * The receipts that replace those of a refused payment, one for each of `modes`: a mode keeps its receipt, a new mode
 * takes over an unused one, and only the rest get new ones from `mint` (called with the index of the mode). So at least
 * one id is reused, and a late copy of the refused payment can never exist beside its correction.
 */
export function successorReceipts<Mode extends { mode: string }>(
  refused: readonly RefusedReceipt[],
  modes: readonly Mode[],
  mint: (place: number) => Pick<RefusedReceipt, 'id' | 'provisional_no'>,
): (Mode & Pick<RefusedReceipt, 'id' | 'provisional_no'>)[] {
  const chosen = new Set(modes.map(({ mode }) => mode))
  const kept = new Map(refused.map((receipt) => [receipt.mode, receipt]))
  const left = refused.filter((receipt) => !chosen.has(receipt.mode) || kept.get(receipt.mode) !== receipt)
  return modes.map((one, place) => {
    const { id, provisional_no } = kept.get(one.mode) ?? left.shift() ?? mint(place)
    return { ...one, id, ...(provisional_no !== undefined && { provisional_no }) }
  })
}
