/**
 * The part of each line in what was paid for the whole invoice, in whole minor units: proportional to the nets, so that
 * the parts of the first n lines add up to the rounded part of their summed nets. The parts always add up to `paid`.
 * If nothing is charged, the first line gets all of it; without lines there are no parts.
 */
export function spreadPaid(paid: number, nets: readonly number[]): number[] {
  const total = nets.reduce((sum, net) => sum + net, 0)
  if (total === 0) return nets.map((_, index) => (index === 0 ? paid : 0))
  let upTo = 0
  let before = 0
  return nets.map((net) => {
    upTo += net
    const share = partOf(paid, upTo, total)
    const part = share - before
    before = share
    return part
  })
}

/** paid * upTo / total, rounded half away from zero; integers throughout, as the server's SQL computes it. */
function partOf(paid: number, upTo: number, total: number): number {
  const doubled = 2n * BigInt(Math.abs(paid)) * BigInt(upTo) + BigInt(total)
  const share = Number(doubled / (2n * BigInt(total)))
  return paid < 0 ? 0 - share : share
}
