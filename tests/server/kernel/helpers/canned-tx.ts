import type { Tx } from '#server/kernel/context.ts'

/**
 * Returns a transaction that answers each query of a table with these rows, whatever it asks, for rules that read a
 * few values and decide. What a query selects is tested with a real database.
 */
export function cannedTx(tables: Readonly<Record<string, readonly object[]>>): Tx {
  const queryOf = (rows: readonly object[]): object => {
    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      execute: async () => rows,
      executeTakeFirst: async () => rows[0],
      executeTakeFirstOrThrow: async () => {
        if (!rows[0]) throw new Error('no row')
        return rows[0]
      },
    }
    const query: object = new Proxy({}, { get: (_, name) => ends[String(name)] ?? (() => query) })
    return query
  }
  return { selectFrom: (table: string) => queryOf(tables[table.split(' ')[0] ?? ''] ?? []) } as unknown as Tx
}
