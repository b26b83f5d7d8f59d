import type { Cell } from '#render/chart/drawing.ts'

/** Where the entries behind a value are: an address, or what opens them. */
export type ChartDoor = { href: string } | { open: () => void }

/** The door of each value of a chart; undefined where a value opens nothing. */
export type DoorOf = (cell: Cell) => ChartDoor | undefined

/** What a chart's own component is given for its values. */
export interface Doors<Item extends object> {
  /** The address of the entries behind a value; undefined where no list has just them. */
  hrefOf?: ((item: Item) => string | undefined) | undefined
  /** Opens the entries behind a value, where they have no address. */
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
