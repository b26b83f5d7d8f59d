/** A row that is drawn, and the element (`slot`) that draws it. */
export interface Placed {
  id: string
  slot: number
}

/**
 * Which element draws which row: a row keeps its element as long as it is drawn, and one that comes into view takes over
 * the element of one that went out of it, in that one's place. Making an element costs several times what another text
 * in it does, and a list that is scrolled would make hundreds of them a frame. `ids` are drawn now, from top to bottom.
 * While the list moves the elements stand in the document in whatever order; at rest (`inOrder`) in that of the rows.
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
