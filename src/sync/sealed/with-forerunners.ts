import type { OutboxRow } from '#src/db/work-database.ts'

/**
 * The rows of `ids` with everything that must run before them: earlier ones of the same aggregate, and their
 * dependencies; all rows if no `ids` are given. `rows` are in `seq` order, and so is the result.
 */
export function withForerunners(rows: readonly OutboxRow[], ids: readonly string[] | undefined): OutboxRow[] {
  if (!ids) return [...rows]
  const wanted = new Set(ids)
  const aggregates = new Set<string>()
  // Dependencies come earlier, so one walk from the end finds all of them.
  for (const row of rows.toReversed()) {
    if (!wanted.has(row.id) && !aggregates.has(row.aggregate)) continue
    wanted.add(row.id)
    aggregates.add(row.aggregate)
    for (const id of [...row.depends, ...(row.after ?? [])]) wanted.add(id)
  }
  return rows.filter(({ id }) => wanted.has(id))
}
