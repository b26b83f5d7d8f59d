import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchWords } from '#domain/match/search-words.ts'

/** A pattern that finds the text as it was typed: its own %, _ and \ are signs and not wildcards. */
export const containing = (value: string): string => `%${value.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A condition for each word of a search: it stands in one of the columns, whatever its case. The words may stand in any
 * order; a search without words gives none. The rules are those of holdsWords, by which devices search.
 */
export function searchConditions(
  columns: readonly RawBuilder<unknown>[],
  search: string | undefined,
): RawBuilder<SqlBool>[] {
  return searchWords(search).map((word) => {
    const found = columns.map((column) => sql<SqlBool>`${column} ilike ${containing(word)}`)
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`
  })
}
