import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { Pacs } from '#server/kernel/database/schema.ts'
import { countPeerFrom } from '#server/kernel/exchanges/peers.ts'
import { movedSecrets } from '#server/kernel/keys/moved-secrets.ts'
import { type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import { setImageServer } from '../branches/public/set-image-server.ts'
import { PACS_GOES_TO } from './moved-secrets.ts'
import { signInSecrets } from './pacs-secrets.ts'
import { checkSignIn, columnsOfCertificate, isSamePem } from './sign-in-rules.ts'

/** The settings of an image server that an administrator gives (docs/masters.md#image-servers-and-branches). */
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
  /** PEM, as are the next two; empty if there is none. */
  client_certificate: string
  client_key: string
  server_ca: string
  viewer_url: string
  poll_seconds: number
  active: boolean
}

type Address = 'name' | 'db_host' | 'db_port' | 'db_name' | 'use_tls'

/** The settings given this time; an existing server keeps the rest. */
export type GivenPacs = Pick<PacsSettings, Address> & Partial<PacsSettings>

/** The initial values of a new one. */
const INITIAL: Omit<PacsSettings, Address> = {
  type: 'Basic',
  db_user: '',
  db_password: '',
  auth_kind: 'None',
  oauth_token_url: '',
  oauth_client_id: '',
  oauth_client_secret: '',
  oauth_scope: '',
  oauth_client_auth: 'client_secret_basic',
  client_certificate: '',
  client_key: '',
  server_ca: '',
  viewer_url: '',
  poll_seconds: 5,
  active: true,
}

const SEALED = ['db_password', 'oauth_client_secret', 'client_key'] as const

/**
 * Returns the client with that name. Uses the owner's role, because the application's role sees a client only from
 * within it.
 */
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
 * Adds the image server, or changes the given settings of the client's server with that name; `branch` then lists it
 * as its own.
 * Throws a message if the certificate, the key or the token settings are invalid, or if a stored secret would be sent
 * to another place.
 */
export async function savePacs(
  { database, secrets }: { database: Database; secrets: Secrets },
  clientId: string,
  given: GivenPacs,
  branch: string | undefined,
): Promise<'added' | 'changed'> {
  return database.tenant(clientId, async (tx) => {
    const known = await tx
      .selectFrom('pacs')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('name', '=', given.name)
      .where('hidden', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    const id = known?.id ?? randomUUID()
    const row = { ...(known ? given : { ...INITIAL, ...given }), ...judged(given, known) }
    for (const column of SEALED) {
      const secret = row[column]
      if (secret !== undefined)
        row[column] = await secrets.seal(secretContext(clientId, 'pacs', id, column), secret)
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
        .values({ ...INITIAL, ...row, client_id: clientId, id })
        .execute()
    // Silence while the server was off does not count.
    if (known?.active === false && given.active === true)
      await countPeerFrom(tx, { clientId, kind: 'pacs_poll', name: given.name }, new Date())
    if (branch !== undefined) await nameInBranch(tx, clientId, branch, id)
    return known ? 'changed' : 'added'
  })
}

/** The command-line option of each checked field. */
const OPTIONS: Readonly<Record<string, string>> = {
  db_user: '--user',
  db_password: '--password',
  type: '--type',
  use_tls: '--url with https',
  oauth_token_url: '--token-url',
  oauth_client_id: '--client-id',
  oauth_client_secret: '--client-secret',
  client_certificate: '--client-certificate',
  client_key: '--client-key',
  server_ca: '--server-ca',
}

/** Returns the columns that follow from the given and the stored settings. */
function judged(given: GivenPacs, known: Selectable<Pacs> | undefined) {
  const after = { ...INITIAL, ...known, ...given }
  if (after.type === 'Lite_Postgres')
    throw new Error('--type is missing: it is an index database now, and --url is a DICOMweb address.')
  const isTold = given.oauth_client_id ?? given.oauth_client_secret ?? given.oauth_scope
  if (isTold !== undefined && after.auth_kind !== 'OAuth2')
    throw new Error('--token-url is missing: client id, secret and scope are for it.')
  const { broken, certificate } = checkSignIn(
    {
      ...after,
      client_key: given.client_key ?? (known ? undefined : ''),
      hasClientSecret: after.oauth_client_secret !== '',
      storedPrint: known?.client_key_print ?? '',
      isSameCertificate: isSamePem(after.client_certificate, known?.client_certificate),
      isSameCa: isSamePem(after.server_ca, known?.server_ca),
    },
    new Date(),
  )
  const moved = known ? movedSecrets(PACS_GOES_TO, { before: known, after }, (name) => name in given) : []
  const used: readonly string[] = signInSecrets(after)
  for (const { name, rule } of moved) if (used.includes(name)) broken[name] ??= rule
  const [first] = Object.entries(broken)
  if (first) throw new Error(`${OPTIONS[first[0]] ?? first[0]} ${first[1]}.`)
  return {
    ...columnsOfCertificate(certificate),
    ...Object.fromEntries(moved.map(({ name }) => [name, ''])),
  }
}

async function nameInBranch(tx: Tx, clientId: string, branch: string, pacsId: string): Promise<void> {
  if (!(await setImageServer(tx, clientId, branch, pacsId))) throw new Error(`There is no branch ${branch}.`)
}
