/** A rendered row, and the element (`slot`) that renders it. */
export interface Placed {
  id: string
  slot: number
}

/**
 * Assigns rows to elements: a row keeps its element while it is rendered, and a row that scrolls into view takes over
 * the element of one that scrolled out. Creating an element costs several times more than changing its text, and a
 * scrolling list would create hundreds of them per frame. `ids` are rendered now, from top to bottom. While the list
 * moves the document order of the elements is arbitrary; at rest (`inOrder`) it is that of the rows.
 */
export function placeRows(
  before: readonly Placed[],
  ids: readonly string[],
  inOrder: boolean,
): readonly Placed[] {
  const drawn = new Set(ids)
  const kept = new Set(before.map(({ id }) => id))
  const coming = ids.filter((id) => !kept.has(id))
  const free = Math.max(-1, ...before.map(({ slot }) => slot)) + 1
  let next = 0
  const placed = before.flatMap((one): Placed[] => {
    if (drawn.has(one.id)) return [one]
    const id = coming[next]
    if (id === undefined) return []
    next += 1
    return [{ id, slot: one.slot }]
  })
  const more = coming.slice(next).map((id, i) => ({ id, slot: free + i }))
  const all = [...placed, ...more]
  if (!inOrder) return all
  const places = new Map(ids.map((id, place) => [id, place]))
  return all.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
