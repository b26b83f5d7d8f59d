/** An item in a day's column, in any unit of time. */
export interface Spanned {
  start: number
  end: number
}

/** The position of an item: its column, and the number of columns that share the width. */
export interface Placed<Item> {
  item: Item
  column: number
  columns: number
}

/**
 * Puts overlapping items side by side: each in the first column that is free at its start; a connected group of
 * overlapping items shares the width evenly. Items that only touch do not overlap.
 */
export function layOut<Item extends Spanned>(items: readonly Item[]): Placed<Item>[] {
  const sorted = [...items].sort((a, b) => a.start - b.start || b.end - a.end)
  const placed: Placed<Item>[] = []
  let group: Placed<Item>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of group) one.columns = ends.length
    placed.push(...group)
    group = []
    ends = []
  }
  for (const item of sorted) {
    if (ends.length > 0 && ends.every((end) => end <= item.start)) close()
    const free = ends.findIndex((end) => end <= item.start)
    const column = free === -1 ? ends.length : free
    ends[column] = item.end
    group.push({ item, column, columns: 1 })
  }
  close()
  return placed
}

/** Returns the first of `items` that `span` would overlap, excluding itself by `isSelf`. */
export function findConflict<Item extends Spanned>(
  items: readonly Item[],
  span: Spanned,
  isSelf: (item: Item) => boolean,
): Item | undefined {
  return items.find((item) => !isSelf(item) && item.start < span.end && item.end > span.start)
}
