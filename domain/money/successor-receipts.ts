/** A receipt of a payment that was refused: its id, and what its paper says. */
export interface RefusedReceipt {
  id: string
  mode: string
  provisional_no?: string | undefined
}

/**
 * The receipts that stand in for those of a refused payment, one for each of `modes`: a mode keeps its receipt, a mode
 * that is new takes over one that is left, and only what is over gets a new one from `mint` (told the place among the
 * modes). So at least one id stays, and a late copy of the refused payment can never stand beside its correction.
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
