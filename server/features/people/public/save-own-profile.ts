import { sql } from 'kysely'
import type { ProfileInput } from '#contract/calls/profile.ts'
import { fullName } from '#domain/access/user-kinds.ts'
import type { Context } from '#server/kernel/context.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { announceUser, setLoginNames } from './user-access.ts'

/** Writes what the caller changed of the own profile, with the next revision, and announces it; returns the row. */
export async function saveOwnProfile(ctx: Context, input: ProfileInput): Promise<StoredRow> {
  const { tx, caller } = ctx
  const before = await lockOwn(ctx)
  const { rows } = await sql<StoredRow>`
    update app_user set rev = rev + 1, fname = ${input.fname.trim()}, lname = ${input.lname.trim()},
      name = ${fullName(input.fname, input.lname)}, email = ${input.email}, mobile = ${input.mobile},
      photo_file_id = ${input.image_file_id}
    where client_id = ${caller.clientId} and id = ${caller.userId} returning *`.execute(tx)
  const after = rows[0] as StoredRow
  if (before.email !== input.email)
    await setLoginNames(ctx, { id: after.id, username: after.username as string, email: input.email })
  announceUser(ctx, before, after)
  return after
}

async function lockOwn({ tx, caller }: Context): Promise<StoredRow> {
  const { rows } = await sql<StoredRow>`select * from app_user
    where client_id = ${caller.clientId} and id = ${caller.userId} for update`.execute(tx)
  return rows[0] as StoredRow
}
