import { sql } from 'kysely'
import { type ClientInput, client } from '#contract/masters/client.ts'
import { role } from '#contract/masters/role.ts'
import { user } from '#contract/masters/user.ts'
import { grantableBy } from '#domain/access/application-modules.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { fullName } from '#domain/access/user-kinds.ts'
import type { Context } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { PEOPLE_SCOPE } from '#server/kernel/scopes.ts'
import { changeContact } from '../people/public/change-contact.ts'
import { insertPerson } from '../people/public/insert-person.ts'
import { insertRole } from '../people/public/insert-role.ts'
import { selectDetails } from './client-record.ts'
import type { PlatformDraft } from './save-platform-record.ts'

/** The administrator of a new client, the first person to sign in there. */
export interface NewAdmin {
  id: string
  clientId: string
  input: ClientInput
}

/**
 * Creates the administrator's role with all rights of a client, and the person with that role, who signs in by e-mail
 * address.
 */
export async function makeClientAdmin({ id, clientId, input }: NewAdmin, ctx: Context): Promise<void> {
  const { now } = ctx
  const roleUid = await insertRole(ctx, {
    client_id: clientId,
    id: ADMIN_ROLE_ID,
    name: 'Administrator',
    modules: [...grantableBy(false)],
    created: now,
  })
  const email = input.email.trim().toLowerCase()
  await insertPerson(ctx, {
    client_id: clientId,
    id,
    username: email,
    email,
    mobile: input.mobile,
    // There is no initial password: the person sets it by a link (decision 248).
    password_hash: '',
    fname: input.fname,
    lname: input.lname,
    name: fullName(input.fname, input.lname),
    user_type: 'CLIENT',
    role_id: ADMIN_ROLE_ID,
    is_client_admin: true,
    created: now,
  })
  await setNames(ctx, { clientId, id, username: email, email })
  ctx.changed({ type: 'master', id, rev: 1, scopes: [PEOPLE_SCOPE] })
  await ctx.audit('save', role.key, roleUid, { rev: 1 })
  await ctx.audit('save', user.key, id, { rev: 1 })
}

const OF_PERSON = ['fname', 'lname', 'mobile', 'email'] as const

/**
 * Applies the platform's changes to the administrator's name and addresses; user name and password stay unchanged.
 */
export async function changeClientAdmin(
  { id: clientId, input, changed }: PlatformDraft<ClientInput>,
  ctx: Context,
): Promise<void> {
  if (!OF_PERSON.some((name) => changed.includes(name))) return
  const details = await asPlatform(ctx.tx, (tx) => selectDetails(tx, [clientId]))
  const id = details.get(clientId)?.admin_id
  if (!id) throw invalid({ email: 'belongs to nobody: this client has no administrator' })
  const email = input.email.trim()
  const { fname, lname, mobile } = input
  const after = await changeContact(ctx, { clientId, id }, { fname, lname, mobile, email })
  await setNames(ctx, { clientId, id, username: after.username, email })
  ctx.changed({ type: 'master', id, rev: after.rev, scopes: [PEOPLE_SCOPE] })
  await ctx.audit('save', user.key, id, { rev: after.rev, by: client.key })
}

async function setNames(
  { tx }: Context,
  { clientId, id, username, email }: { clientId: string; id: string; username: string; email: string },
): Promise<void> {
  try {
    await sql`select entry.set_login_names(${clientId}, ${id}, ${username}, ${email})`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    throw invalid({ email: 'is taken already' })
  }
}
