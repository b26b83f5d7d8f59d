import type { Database } from '../database/open-database.ts'

/** Returns a server-wide setting, the same in every process; `make` provides its value if nobody has set it yet. */
export async function getSetting(
  database: Pick<Database, 'pool'>,
  name: 'epoch' | 'file_link_key',
  make: () => string,
): Promise<string> {
  const { rows } = await database.pool.query<{ value: string }>('select entry.get_setting($1, $2) as value', [
    name,
    make(),
  ])
  const value = rows[0]?.value
  if (value === undefined) throw new Error(`the server setting ${name} could not be kept`)
  return value
}
