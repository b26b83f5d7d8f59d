import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Returns `column = value`, or `column = any(values)` for several values. One value is compared with `=` because only
 * then can an index also provide the order of the list.
 */
export function equalsAny(column: Expression<string | null>, values: readonly string[]): Expression<SqlBool> {
  const [only, ...others] = values
  if (only !== undefined && others.length === 0) return sql<SqlBool>`${column} = ${only}`
  return sql<SqlBool>`${column} = any(${[...values]})`
}
