/** Gives rows that are drawn a place among the elements: a row that comes takes that of one that has gone. */
export interface RowSlots {
  /** A slot for each of `ids`, in their order; a row that is still drawn keeps its own. */
  assign: (ids: readonly string[]) => number[]
}

/** Making a row's elements costs several times what writing other words into them does. */
export function createRowSlots(): RowSlots {
  let taken = new Map<string, number>()
  return {
    assign: (ids) => {
      const wanted = new Set(ids)
      const free = [...taken].filter(([id]) => !wanted.has(id)).map(([, slot]) => slot)
      let next = taken.size
      const slots = ids.map((id) => taken.get(id) ?? free.shift() ?? next++)
      taken = new Map(ids.map((id, i) => [id, slots[i] ?? i]))
      return slots
    },
  }
}
