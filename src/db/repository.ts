import type { Table } from 'dexie'
import type { Codec } from './codec.ts'

/** Every stored row: an opaque id, the revision that orders its writes, clear index fields, and the sealed rest `e`. */
export interface Stored {
  id: string
  rev: number
  e: unknown
}

/** A row as code outside the databases handles it: the clear fields, and the body sealed in `e`. */
export type Opened<Row extends Stored, Body> = Omit<Row, 'e'> & { body: Body }

/** Seals and opens the rows of one table: seal before a transaction begins, open after it ended. */
export interface Repository<Row extends Stored, Body> {
  readonly table: Table<Row, string>
  seal: (row: Opened<Row, Body>) => Promise<Row>
  sealAll: (rows: readonly Opened<Row, Body>[]) => Promise<Row[]>
  open: (row: Row) => Promise<Opened<Row, Body>>
  openAll: (rows: readonly Row[]) => Promise<Opened<Row, Body>[]>
  /** Reads and opens one row; not for use inside a transaction. */
  find: (id: string) => Promise<Opened<Row, Body> | undefined>
}

/** The repository of `table`; `Body` is the sealed part of its rows. */
export function createRepository<Row extends Stored, Body>(
  table: Table<Row, string>,
  codec: Codec,
): Repository<Row, Body> {
  const placeOf = (id: string) => ({ database: table.db.name, table: table.name, id })

  const seal = async ({ body, ...clear }: Opened<Row, Body>): Promise<Row> =>
    ({ ...clear, e: await codec.seal(placeOf(clear.id), body) }) as unknown as Row
  const open = async ({ e, ...clear }: Row): Promise<Opened<Row, Body>> =>
    ({ ...clear, body: await codec.open(placeOf(clear.id), e) }) as unknown as Opened<Row, Body>

  return {
    table,
    seal,
    sealAll: (rows) => Promise.all(rows.map(seal)),
    open,
    openAll: (rows) => Promise.all(rows.map(open)),
    find: async (id) => {
      const row = await table.get(id)
      return row && open(row)
    },
  }
}
