import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import { checkSignIn, columnsOfCertificate } from './sign-in-rules.ts'

/** What an administrator says of an image server (docs/masters.md#image-servers-and-branches). */
export interface PacsSettings {
  name: string
  type: 'Basic' | 'Premium'
  db_host: string
  db_port: number
  db_name: string
  use_tls: boolean
  db_user: string
  db_password: string
  auth_kind: 'Basic' | 'OAuth2' | 'None'
  oauth_token_url: string
  oauth_client_id: string
  oauth_client_secret: string
  oauth_scope: string
  oauth_client_auth: 'client_secret_basic' | 'client_secret_post'
  /** PEM, as the other two; empty where there is none. */
  client_certificate: string
  client_key: string
  server_ca: string
  viewer_url: string
  poll_seconds: number
  active: boolean
}

/** The client of that name, asked as the owner: the application's role sees a client only from inside it. */
export async function findClientByName(migrationUrl: string, name: string): Promise<string> {
  const { rows } = await asOwner(migrationUrl, (client) =>
    client.query<{ id: string; name: string }>('select id, name from client order by name'),
  )
  const found = rows.filter((row) => row.name.toLowerCase() === name.toLowerCase())
  if (found.length === 1 && found[0]) return found[0].id
  const names = rows.map((row) => row.name).join(', ') || 'none'
  throw new Error(`There is no client ${name}. Known: ${names}.`)
}

/**
 * Adds the image server, or changes the client's one of that name; `branch` comes to name it as its own. Throws in words
 * where its certificate, its key or what a token is asked by makes no sense.
 */
export async function savePacs(
  { database, secrets }: { database: Database; secrets: Secrets },
  clientId: string,
  settings: PacsSettings,
  branch: string | undefined,
): Promise<'added' | 'changed'> {
  const own = certificateColumns(settings, new Date())
  return database.tenant(clientId, async (tx) => {
    const known = await tx
      .selectFrom('pacs')
      .select('id')
      .where('client_id', '=', clientId)
      .where('name', '=', settings.name)
      .where('hidden', 'is', null)
      .executeTakeFirst()
    const id = known?.id ?? randomUUID()
    const seal = (column: 'db_password' | 'oauth_client_secret' | 'client_key') =>
      secrets.seal(secretContext(clientId, 'pacs', id, column), settings[column])
    const row = {
      ...settings,
      ...own,
      db_password: await seal('db_password'),
      oauth_client_secret: await seal('oauth_client_secret'),
      client_key: await seal('client_key'),
    }
    if (known)
      await tx
        .updateTable('pacs')
        .set({ ...row, rev: sql`rev + 1` })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .execute()
    else
      await tx
        .insertInto('pacs')
        .values({ ...row, client_id: clientId, id })
        .execute()
    if (branch !== undefined) await nameInBranch(tx, clientId, branch, id)
    return known ? 'changed' : 'added'
  })
}

/** How the command line calls what is checked. */
const OPTIONS: Readonly<Record<string, string>> = {
  db_user: '--user',
  use_tls: '--url with https',
  oauth_token_url: '--token-url',
  oauth_client_id: '--client-id',
  oauth_client_secret: '--client-secret',
  client_certificate: '--client-certificate',
  client_key: '--client-key',
  server_ca: '--server-ca',
}

function certificateColumns(settings: PacsSettings, now: Date) {
  const { broken, certificate } = checkSignIn(
    {
      ...settings,
      hasClientSecret: settings.oauth_client_secret !== '',
      storedPrint: '',
      isSameCertificate: false,
      isSameCa: false,
    },
    now,
  )
  const [first] = Object.entries(broken)
  if (first) throw new Error(`${OPTIONS[first[0]] ?? first[0]} ${first[1]}.`)
  return columnsOfCertificate(certificate)
}

async function nameInBranch(tx: Tx, clientId: string, branch: string, pacsId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('branch')
    // Its copies on devices do not hold the image server, so their revision stays.
    .set({ pacs_id: pacsId })
    .where('client_id', '=', clientId)
    .where('name', '=', branch)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`There is no branch ${branch}.`)
}
