import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { refusePassword } from '#domain/access/password-rule.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { hashPassword } from '../auth/public/password.ts'
import { insertPerson } from '../people/public/insert-person.ts'

/** A person who will administer the platform. */
export interface NewPlatformAdmin {
  name: string
  username: string
  email: string
  password: string
}

/** Why a person cannot become administrator of the platform, as a message for whoever runs the command. */
export class AdminRefused extends Error {}

/**
 * Creates an administrator of the platform, the first one of an empty installation. Throws AdminRefused if there is
 * one already and no other was requested.
 */
export async function createAdmin(
  database: Database,
  given: NewPlatformAdmin,
  { another, now }: { another: boolean; now: Date },
): Promise<void> {
  const admin = checked(given)
  const password_hash = await hashPassword(admin.password)
  await database.tenant(PLATFORM_CLIENT_ID, async (tx) => {
    // Locks, so that two of these commands wait for each other.
    await tx.selectFrom('client').select('id').where('id', '=', PLATFORM_CLIENT_ID).forUpdate().execute()
    if (!another && (await hasAdmin(tx)))
      throw new AdminRefused('The platform has an administrator already. Add --another to make one more.')
    const id = uuidv7()
    const [fname = '', ...rest] = admin.name.split(/\s+/)
    await insertPerson(
      { tx },
      {
        client_id: PLATFORM_CLIENT_ID,
        id,
        username: admin.username,
        email: admin.email,
        password_hash,
        fname,
        lname: rest.join(' '),
        name: admin.name,
        user_type: 'ADMIN',
        role_id: ADMIN_ROLE_ID,
        created: now,
      },
    )
    await putNames(tx, id, admin)
    const line = { clientId: PLATFORM_CLIENT_ID, userId: undefined, at: now }
    await writeAudit(tx, { ...line, action: 'create_admin', type: 'user', recordId: id })
  })
}

function checked({ password, ...texts }: NewPlatformAdmin): NewPlatformAdmin {
  const name = texts.name.trim()
  const username = texts.username.trim()
  const email = texts.email.trim()
  if (name === '') throw new AdminRefused('The name is required.')
  if (username === '' || /\s/.test(username))
    throw new AdminRefused('The user name is required and holds no blanks.')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new AdminRefused('The e-mail address is not one.')
  const rule = refusePassword(password)
  if (rule !== undefined) throw new AdminRefused(`The password ${rule}.`)
  return { name, username, email, password }
}

async function hasAdmin(tx: Tx): Promise<boolean> {
  const found = await tx
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('user_type', '=', 'ADMIN')
    .where('hidden', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

async function putNames(tx: Tx, id: string, { username, email }: NewPlatformAdmin): Promise<void> {
  try {
    await sql`select entry.set_login_names(${PLATFORM_CLIENT_ID}, ${id}, ${username}, ${email})`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new AdminRefused(`The user name ${username} is taken already.`)
  }
}
