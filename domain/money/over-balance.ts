/**
 * Which amounts of one payment are over what may still be received, in whole minor units and in the order given: the
 * first that no longer fits whole, and those after it that do not fit either.
 */
export function overBalance(receivable: number, amounts: readonly number[]): boolean[] {
  let left = receivable
  return amounts.map((amount) => {
    const isOver = amount > left
    if (!isOver) left -= amount
    return isOver
  })
}
