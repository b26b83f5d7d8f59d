/** The widths that a column needs, in points. */
export interface ColumnWish {
  /** Its longest word. */
  least: number
  /** Its longest line without wrapping. */
  most: number
  /** The width that the author dragged. */
  fixed?: number | undefined
}

/** The widths that a cell over one or more columns needs. */
export interface CellWish extends ColumnWish {
  column: number
  columnSpan: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Collects the cells' widths by column; a cell over several columns adds only what they lack together. */
export function columnWishes(columnCount: number, cells: readonly CellWish[]): ColumnWish[] {
  const wishes: ColumnWish[] = Array.from({ length: columnCount }, () => ({ least: 0, most: 0 }))
  for (const cell of cells.toSorted((left, right) => left.columnSpan - right.columnSpan)) {
    const spanned = wishes.slice(cell.column, cell.column + cell.columnSpan)
    const lacking = (kind: 'least' | 'most') =>
      Math.max(0, cell[kind] - sum(spanned.map((wish) => wish[kind]))) / spanned.length
    const [least, most] = [lacking('least'), lacking('most')]
    for (const wish of spanned) {
      wish.least += least
      wish.most += most
      if (cell.columnSpan === 1 && cell.fixed !== undefined) wish.fixed = cell.fixed
    }
  }
  return wishes
}

/** Divides `total` among the columns; dragged widths keep their proportions, and words stay whole if possible. */
export function columnWidths(total: number, wishes: readonly ColumnWish[]): number[] {
  if (wishes.length === 0) return []
  const least = wishes.map((wish) => wish.least)
  if (sum(least) >= total) return least.map((each) => (each * total) / sum(least))
  return raiseToLeast(shares(total, wishes), least)
}

function shares(total: number, wishes: readonly ColumnWish[]): number[] {
  const free = wishes.filter((wish) => wish.fixed === undefined)
  const fixed = sum(wishes.map((wish) => wish.fixed ?? 0))
  if (free.length === 0) return wishes.map((wish) => ((wish.fixed ?? 0) * total) / fixed)
  const room = total - sum(free.map((wish) => wish.least))
  const scale = fixed > room ? room / fixed : 1
  const rest = freeShares(total - fixed * scale, free)
  return wishes.map((wish) => (wish.fixed === undefined ? (rest.shift() ?? 0) : wish.fixed * scale))
}

function freeShares(total: number, wishes: readonly ColumnWish[]): number[] {
  const most = sum(wishes.map((wish) => wish.most))
  if (most === 0) return wishes.map(() => total / wishes.length)
  if (most <= total) return wishes.map((wish) => (wish.most * total) / most)
  const modest = modestColumns(total, wishes)
  const wide = wishes.filter((wish) => !modest.has(wish))
  const least = sum(wide.map((wish) => wish.least))
  const rest = total - sum([...modest].map((wish) => wish.most))
  const spread = sum(wide.map((wish) => wish.most)) - least
  const share = spread > 0 ? (rest - least) / spread : 0
  return wishes.map((wish) => (modest.has(wish) ? wish.most : wish.least + (wish.most - wish.least) * share))
}

/**
 * Returns the columns that need no more than an equal share of the width: they need not wrap, so numbers keep
 * their unit beside them.
 */
function modestColumns(total: number, wishes: readonly ColumnWish[]): Set<ColumnWish> {
  const modest = new Set<ColumnWish>()
  let room = total
  let leastOfOthers = sum(wishes.map((wish) => wish.least))
  for (const wish of wishes.toSorted((left, right) => left.most - right.most)) {
    leastOfOthers -= wish.least
    if (wish.most > room / (wishes.length - modest.size) || room - wish.most < leastOfOthers) break
    modest.add(wish)
    room -= wish.most
  }
  return modest
}

/** Takes width from columns with enough space for columns that are narrower than their longest word. */
function raiseToLeast(widths: readonly number[], least: readonly number[]): number[] {
  const at = (index: number) => least[index] ?? 0
  const lack = sum(widths.map((width, index) => Math.max(0, at(index) - width)))
  if (lack === 0) return [...widths]
  const room = sum(widths.map((width, index) => Math.max(0, width - at(index))))
  return widths.map((width, index) =>
    width < at(index) ? at(index) : width - ((width - at(index)) * lack) / room,
  )
}
