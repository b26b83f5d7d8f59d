import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * `column = value`, or `column = any(values)` where there are several. One value is compared by `=` because only then
 * does an index give the order of the list as well.
 */
export function equalsAny(column: Expression<string | null>, values: readonly string[]): Expression<SqlBool> {
  const [only, ...others] = values
  if (only !== undefined && others.length === 0) return sql<SqlBool>`${column} = ${only}`
  return sql<SqlBool>`${column} = any(${[...values]})`
}
