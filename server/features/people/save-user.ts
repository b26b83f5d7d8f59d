import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type UserInput, type UserRecord, user } from '#contract/masters/user.ts'
import type { KindFlags } from '#domain/access/user-kinds.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { checkFields } from '#server/masters/check-fields.ts'
import { changedNames } from '#server/masters/columns.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { oneRecordOf } from '#server/masters/records.ts'
import { lockRow } from '#server/masters/store.ts'
import { demandRoomForDoctor } from '../licences/licence-limits.ts'
import { demandKinds, demandNotAbove, findRole } from './grant-checks.ts'
import { demandGrantable } from './granted-rights.ts'
import { announceUser, endSessions, setLoginNames } from './public/user-access.ts'
import {
  askBeforeShutOut,
  demandKept,
  demandOwnFiles,
  demandValidUser,
  draftOf,
  flagAfter,
  type UserDraft,
} from './user-checks.ts'
import { columnsOfUser } from './user-columns.ts'
import { mountedUsers } from './user-hooks.ts'

/**
 * Creates a person, or changes the one with that id based on the revision that was seen. Checks rights first, then
 * existence, then the rules. Treats content that is already stored as done, and throws a conflict with the current
 * record for an older revision.
 */
export async function saveUser(given: UserInput, ctx: Context): Promise<UserRecord> {
  const id = given.id ?? uuidv7()
  const base = ctx.baseRev ?? given.rev
  demandKinds(ctx.caller, flagsOf({ input: given, before: undefined }))
  const before = await lockRow(ctx.tx, mountedUsers, ctx.caller, id)
  if (!before && base !== undefined) throw new Refusal('not_found')
  // Only a referral doctor has this type; forms may send it for others too.
  const isReferrer = flagAfter({ input: given, before }, 'is_ref_doctor') === 1
  const input: UserInput = isReferrer ? given : { ...given, ref_doctor_type: undefined }
  const draft = draftOf(id, input, before)
  await demandMayKeep(draft, ctx)
  const current = before && (await oneRecordOf(mountedUsers, before, ctx))
  const changed = changedNames(user, input, current ?? {})
  if (before && changed.length === 0) return current as UserRecord
  if (before && before.rev !== base) throw new Refusal('conflict', undefined, { current })
  demandKept(draft, ctx)
  demandGrantable(draft, changed, ctx)
  demandValidUser(draft)
  await checkFields(user, input, { changed, current }, ctx)
  await demandOwnFiles(draft, ctx)
  if (countsAsDoctor(flagsOf(draft), input.status) && !wasCounted(before)) await demandRoomForDoctor(ctx)
  askBeforeShutOut(draft, ctx)
  const after = await writeUser(draft, ctx)
  await settleAccess(draft, after, ctx)
  announceUser(ctx, before, after)
  // Only the names of the fields: the audit trail contains no secrets or addresses.
  await ctx.audit('save', user.key, id, { rev: after.rev, changed })
  return (await oneRecordOf(mountedUsers, after, ctx)) as UserRecord
}

const flagsOf = (draft: Pick<UserDraft, 'input' | 'before'>): KindFlags => ({
  is_doctor: flagAfter(draft, 'is_doctor'),
  is_clinic_doctor: flagAfter(draft, 'is_clinic_doctor'),
  is_ref_doctor: flagAfter(draft, 'is_ref_doctor'),
})

// A licence counts active radiology and clinical doctors.
const countsAsDoctor = ({ is_doctor, is_clinic_doctor }: KindFlags, status: 0 | 1) =>
  status === 1 && (is_doctor === 1 || is_clinic_doctor === 1)
const wasCounted = (before: StoredRow | undefined) =>
  before !== undefined &&
  countsAsDoctor(flagsOf({ input: {} as UserInput, before }), before.active === true ? 1 : 0)

// Checks both the current and the new state, so that nobody takes over an account with more rights than their own.
async function demandMayKeep(draft: UserDraft, ctx: Context): Promise<void> {
  const { before, input } = draft
  demandKinds(ctx.caller, flagsOf(draft))
  if (before) {
    demandKinds(ctx.caller, flagsOf({ input: {} as UserInput, before }))
    demandNotAbove(ctx.caller, await findRole(ctx, before.role_id as number), before.branch_ids as string[])
  }
  if (before?.role_id === input.role_id) return
  const role = await findRole(ctx, input.role_id)
  if (!role?.active) throw invalid({ role_id: 'is not a role that is in use' })
  demandNotAbove(ctx.caller, role)
}

async function writeUser(draft: UserDraft, ctx: Context): Promise<StoredRow> {
  const { id, before } = draft
  const columns = Object.entries(columnsOfUser(draft, ctx))
  const { clientId } = ctx.caller
  const names = columns.map(([name]) => sql.ref(name))
  const values = columns.map(([, value]) => sql`${value}`)
  const assignments = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const written = before
    ? sql<StoredRow>`update app_user set rev = rev + 1, ${sql.join(assignments)}
        where client_id = ${clientId} and id = ${id} returning *`
    : sql<StoredRow>`insert into app_user (client_id, id, ${sql.join(names)})
        values (${clientId}, ${id}, ${sql.join(values)}) returning *`
  const { rows } = await written.execute(ctx.tx)
  return rows[0] as StoredRow
}

// A deactivated person is signed out everywhere.
async function settleAccess(draft: UserDraft, after: StoredRow, ctx: Context): Promise<void> {
  const { id, before } = draft
  const [username, email] = [after.username as string, after.email as string]
  if (before?.username !== username || before.email !== email)
    await setLoginNames(ctx, { id, username, email })
  if (before && after.active === false) await endSessions(ctx, id, 'dismissed')
}
