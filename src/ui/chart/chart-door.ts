import type { Cell } from '#render/chart/drawing.ts'

/** Where the entries behind a value are: an address, or a function that opens them. */
export type ChartDoor = { href: string } | { open: () => void }

/** The door of each value of a chart; undefined if a value opens nothing. */
export type DoorOf = (cell: Cell) => ChartDoor | undefined

/** A chart component's props for opening its values. */
export interface Doors<Item extends object> {
  /** The address of the entries behind a value; undefined if no list has exactly those. */
  hrefOf?: ((item: Item) => string | undefined) | undefined
  /** Opens the entries behind a value if they have no address. */
  onOpen?: ((item: Item) => void) | undefined
}

/** The door of one item of a chart. */
export function doorTo<Item extends object>(
  item: Item | undefined,
  { hrefOf, onOpen }: Doors<Item>,
): ChartDoor | undefined {
  if (item === undefined) return undefined
  const href = hrefOf?.(item)
  if (href !== undefined) return { href }
  return onOpen && { open: () => onOpen(item) }
}
