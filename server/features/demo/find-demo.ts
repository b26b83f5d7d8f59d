import type { Database } from '#server/kernel/database/open-database.ts'
import { DEMO_PEOPLE } from './centre/people.ts'
import { CENTRES } from './centres.ts'

const PLATFORM_PERSON = DEMO_PEOPLE.find(({ role }) => role === 'platform')

/**
 * Returns true if the demo data is present, so that a person of the demo could sign in: one of its clients or its
 * platform administrator.
 */
export async function hasDemo(database: Pick<Database, 'tenant'>): Promise<boolean> {
  for (const { id } of CENTRES) {
    const found = await database.tenant(id, (tx) =>
      tx.selectFrom('client').select('id').where('id', '=', id).executeTakeFirst(),
    )
    if (found) return true
  }
  if (PLATFORM_PERSON === undefined) return false
  const { id, centre } = PLATFORM_PERSON
  const person = await database.tenant(centre.id, (tx) =>
    tx
      .selectFrom('app_user')
      .select('id')
      .where('client_id', '=', centre.id)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return person !== undefined
}
