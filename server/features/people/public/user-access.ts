import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type RetireReason, retireDeviceKeys } from '#server/kernel/auth/device-keys.ts'
import type { Change, Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { CLIENT_SCOPE, DESK_SCOPE, PEOPLE_SCOPE } from '#server/kernel/scopes.ts'
import type { StoredRow } from '#server/masters/hooks.ts'

/** Sets the names by which the person signs in; throws if a user name is taken at any client. */
export async function setLoginNames(
  { tx, caller }: Context,
  { id, username, email }: { id: string; username: string; email: string },
): Promise<void> {
  try {
    await sql`select entry.set_login_names(${caller.clientId}, ${id}, ${username}, ${email})`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw invalid({ username: 'is taken already' })
    throw error
  }
}

/**
 * Ends all sessions of the person, or all but one, with effect from the next call. Retires the signing keys of those
 * sessions too.
 */
export async function endSessions(
  { tx, caller, now }: Context,
  userId: string,
  reason: RetireReason,
  butSessionId: string | null = null,
): Promise<void> {
  await sql`select entry.revoke_user_sessions(${caller.clientId}, ${userId}, ${butSessionId}, ${now})`.execute(
    tx,
  )
  await retireDeviceKeys(tx, { clientId: caller.clientId, userId }, reason, now)
}

/** Announces a person to devices of people who manage users, and to those that offer doctors for selection. */
export function announceUser(ctx: Context, before: StoredRow | undefined, after: StoredRow): void {
  const { id, rev } = after
  const isGone = after.hidden !== null
  const people: Change = { type: 'master', id, rev, scopes: isGone ? [] : [PEOPLE_SCOPE] }
  ctx.changed(isGone ? { ...people, left: [PEOPLE_SCOPE] } : people)
  const isOffered = !isGone && after.is_doctor === true && after.active === true
  const wasOffered = before?.is_doctor === true && before.active === true
  if (isOffered) ctx.changed({ type: 'doctor', id, rev, scopes: [CLIENT_SCOPE] })
  else if (wasOffered) ctx.changed({ type: 'doctor', id, rev, scopes: [], left: [CLIENT_SCOPE] })
  const isNamed = !isGone && isDeskPerson(after)
  if (isNamed) ctx.changed({ type: 'person', id, rev, scopes: [DESK_SCOPE] })
  else if (before && isDeskPerson(before))
    ctx.changed({ type: 'person', id, rev, scopes: [], left: [DESK_SCOPE] })
}

// The same condition as selectDeskPeople (directory/people-store.ts).
const isDeskPerson = (row: StoredRow) =>
  row.active === true &&
  (row.is_doctor === true || row.is_clinic_doctor === true || row.is_ref_doctor === true)

/** Throws if the client would have no administrator left; locks, so that concurrent deletions wait for each other. */
export async function demandAnotherAdmin({ tx, caller }: Context, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from app_user
    where client_id = ${caller.clientId} and role_id = 2 and user_type <> 'PATIENT' and active and hidden is null
    order by id for update`.execute(tx)
  if (rows.every(({ id }) => id === userId))
    throw new Refusal('refused', 'The last active administrator cannot be removed.')
}
