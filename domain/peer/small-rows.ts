/** Fewer readings than these point at a person: they are not shown by themselves (docs/peer-learning.md). */
export const PEER_ROW_MIN = 5

export interface PeerRow {
  label: string
  drawn: number
  read: number
  agreed: number
}

/**
 * Rows of at least PEER_ROW_MIN readings each, the most read first. Smaller ones become one row `others`, which takes in the
 * smallest of the rest while it is itself too small. None where all together are too few.
 */
export function mergeSmallRows(rows: readonly PeerRow[], others: string): PeerRow[] {
  const sorted = rows.toSorted((a, b) => b.read - a.read || (a.label < b.label ? -1 : 1))
  const kept = sorted.filter(({ read }) => read >= PEER_ROW_MIN)
  const merged = sorted.slice(kept.length)
  if (merged.length === 0) return kept
  while (sumOf(merged, 'read') < PEER_ROW_MIN) {
    const smallest = kept.pop()
    if (!smallest) return []
    merged.push(smallest)
  }
  return [
    ...kept,
    {
      label: others,
      drawn: sumOf(merged, 'drawn'),
      read: sumOf(merged, 'read'),
      agreed: sumOf(merged, 'agreed'),
    },
  ]
}

const sumOf = (rows: readonly PeerRow[], name: 'drawn' | 'read' | 'agreed') =>
  rows.reduce((sum, row) => sum + row[name], 0)
