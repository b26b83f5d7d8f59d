import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchWords } from '#domain/match/search-words.ts'

/** Returns a pattern that matches the text as typed: its own %, _ and \ are escaped. */
export const containing = (value: string): string => `%${value.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Returns one condition per search word: one of the columns contains it, in any case. The words may come in any order;
 * a search without words returns no condition. Follows the rules of holdsWords, which devices search with.
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
