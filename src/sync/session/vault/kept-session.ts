import type { SessionFields } from '#domain/access/session.ts'
import { currentDatabases, SESSION_ID } from './current-vault.ts'
import type { KeptSession } from './vault-secret.ts'

/** Stores the session fields, sealed, together with the user name of the sign-in. */
export async function keepSession(fields: SessionFields, username?: string): Promise<void> {
  const databases = currentDatabases()
  if (!databases) return
  const { session, work } = databases
  const known = username ?? (await findSession())?.username
  await work.session.put(await session.seal({ id: SESSION_ID, rev: 0, body: { ...fields, username: known } }))
}

/** The session that this vault holds; waits while it is locked. */
export async function findSession(): Promise<KeptSession | undefined> {
  return (await currentDatabases()?.session.find(SESSION_ID))?.body
}
