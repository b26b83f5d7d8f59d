import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type ClientInput, type ClientRecord, client } from '#contract/masters/client.ts'
import { stripWhitespace } from '#domain/access/password-rule.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { findCountry } from '#domain/masters/countries.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { columnsOf } from '#server/masters/columns.ts'
import { hashPassword } from '../auth/public/password.ts'
import { changeClientAdmin, makeClientAdmin } from './client-admin.ts'
import { putAiBodyParts } from './client-ai-body-parts.ts'
import { type LogoFile, putLogo } from './client-logo.ts'
import { clientTable } from './client-record.ts'
import { type PlatformDraft, type PlatformSave, putRow, savePlatformRecord } from './save-platform-record.ts'
import { announceSession } from './session-news.ts'

/** The values that a save of a client needs besides its transaction. */
export interface ClientSave {
  input: ClientInput
  /** The logo as uploaded to the platform; undefined if none was given. */
  logo: LogoFile | undefined
}

/** Form fields of the administrator, not of the client. */
const OF_ADMIN = ['fname', 'lname', 'mobile', 'email', 'password'] as const

/**
 * Creates a client with its administrator, or changes it. `ctx` must be of a transaction of that client, so that its
 * people, audit trail and feed are written together with its row.
 */
export function saveClient({ input, logo }: ClientSave, ctx: Context): Promise<ClientRecord> {
  if (input.id === PLATFORM_CLIENT_ID) throw new Refusal('not_found')
  const given = stripped(input)
  const save: PlatformSave<typeof client, ClientInput> = {
    table: clientTable,
    asShown: withoutNames,
    write: (draft, ctx) => writeClient(draft, logo, ctx),
  }
  return savePlatformRecord(save, given, ctx)
}

// The password of an existing client's administrator can only be changed by that person.
function stripped({ password, ...input }: ClientInput): ClientInput {
  return {
    ...input,
    basic_auth_usr: stripWhitespace(input.basic_auth_usr ?? ''),
    ...(password == null || password === '' ? {} : { password }),
  }
}

const withoutNames = (input: ClientInput): ClientInput => ({
  ...input,
  email: input.email.trim(),
  main_module_ids: [...new Set(input.main_module_ids)],
})

async function writeClient(
  draft: PlatformDraft<ClientInput>,
  logo: LogoFile | undefined,
  ctx: Context,
): Promise<void> {
  const { id, input, before, changed } = draft
  demandValid(draft)
  const adminId = before ? undefined : uuidv7()
  const columns = {
    ...(await columnsOfClient(draft)),
    ...(before ? {} : { admin_user_id: adminId, created: ctx.now }),
  }
  await asPlatform(ctx.tx, async (tx) => {
    await demandFreeBasicAuth(draft, { ...ctx, tx })
    const isFirst = !before && !(await hasOtherClients(tx, id))
    await putRow(tx, client, draft, { ...columns, ...(isFirst && { reaches_private: true }) })
  })
  if (adminId) await makeClientAdmin({ id: adminId, clientId: id, input }, ctx)
  else await changeClientAdmin(draft, ctx)
  if (changed.includes('image_file_id')) await putLogo(logo, ctx)
  if (changed.includes('ai_bodyparts')) await putAiBodyParts(input.ai_bodyparts, ctx)
  if (before) await settleSessions(draft, ctx)
}

function demandValid({ input, before }: PlatformDraft<ClientInput>): void {
  const broken: Record<string, string> = {}
  if (!findCountry(input.country_id)) broken.country_id = 'is not a country of the list'
  if (!before && input.password)
    broken.password = 'is set by its person: save without it, and make a link for them'
  if (input.basic_auth_pwd && input.basic_auth_usr === '')
    broken.basic_auth_usr = 'is required with a password'
  if (Object.keys(broken).length > 0) throw invalid(broken)
}

async function columnsOfClient({
  input,
  before,
}: PlatformDraft<ClientInput>): Promise<Record<string, unknown>> {
  const country = findCountry(input.country_id)
  const columns = columnsOf(client, input, before === undefined)
  for (const name of OF_ADMIN) Reflect.deleteProperty(columns, name)
  return {
    ...columns,
    phone_code: country?.phone_code,
    locale: country?.locale,
    currency: (input.currency || country?.currency)?.toUpperCase(),
    no_of_decimal: input.no_of_decimal ?? (before ? before.no_of_decimal : country?.no_of_decimal),
    main_modules: [...new Set(input.main_module_ids)],
    ...(input.basic_auth_pwd == null
      ? {}
      : { basic_auth_pwd_hash: input.basic_auth_pwd === '' ? '' : await hashPassword(input.basic_auth_pwd) }),
  }
}

// The user name must be unique, because it decides at which client incoming data is stored.
async function demandFreeBasicAuth(
  { id, input }: PlatformDraft<ClientInput>,
  { tx }: Context,
): Promise<void> {
  if (!input.basic_auth_usr) return
  const { rows } = await sql`select 1 from client
    where basic_auth_usr = ${input.basic_auth_usr} and id <> ${id} and hidden is null`.execute(tx)
  if (rows.length > 0) throw invalid({ basic_auth_usr: 'is taken already' })
}

// The only client of an installation has its image servers in the server's own network (decision 244).
async function hasOtherClients(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from client
    where id <> ${id} and id <> ${PLATFORM_CLIENT_ID} and hidden is null limit 1`.execute(tx)
  return rows.length > 0
}

// Informs open pages at once that modules changed; signs out everybody of a deactivated client.
async function settleSessions(
  { id, input, changed }: PlatformDraft<ClientInput>,
  ctx: Context,
): Promise<void> {
  if (input.status === 0) await sql`select entry.revoke_client_sessions(${id}, ${ctx.now})`.execute(ctx.tx)
  if (
    changed.some((name) => ['main_module_ids', 'pacs_used', 'can_create_branch', 'currency'].includes(name))
  )
    announceSession(ctx, id)
}
