import { sql } from 'kysely'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { role } from '#contract/masters/role.ts'
import { type CopyReader, copiesOf, cut } from '#server/masters/copies.ts'
import { mayRead } from '#server/masters/rights.ts'
import { selectRolesByUid } from './role-store.ts'
import { mountedUsers } from './user-hooks.ts'

// Unlike other masters, a role has a number as id; generic code uses its uid (contract/masters/engine/copy.ts).
const roleMaster = role as unknown as AnyMaster

/** The copies of roles on devices of people who manage users. */
export const roleCopies: CopyReader = {
  master: roleMaster,
  revisions: (_, caller) =>
    mayRead(roleMaster, caller)
      ? sql`select uid as id, rev from role where client_id = ${caller.clientId} and hidden is null`
      : undefined,
  read: async (tx, caller, uids) => {
    if (!mayRead(roleMaster, caller)) return new Map()
    const records = await selectRolesByUid(tx, caller, uids)
    return new Map(
      records.map((record) => [
        record.uid,
        { rev: record.rev, record: cut(roleMaster, { ...record }, caller) },
      ]),
    )
  },
}

/** The copies of users; a record contains no secret, hash or signature. */
export const userCopies: CopyReader = copiesOf(mountedUsers)
