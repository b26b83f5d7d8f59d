/**
 * Which amounts of one payment exceed what may still be received, in whole minor units and in the order given: the
 * first that no longer fits whole, and later ones that do not fit either.
 */
export function overBalance(receivable: number, amounts: readonly number[]): boolean[] {
  let left = receivable
  return amounts.map((amount) => {
    const isOver = amount > left
    if (!isOver) left -= amount
    return isOver
  })
}
