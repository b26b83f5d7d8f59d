import { useMemo } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { role } from '#contract/masters/role.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { RoleForm } from './RoleForm.tsx'
import { PEOPLE_WORDS as WORDS } from './words.ts'

// Roles are numbered, unlike other masters: generic code identifies a record by its uid
// (src/sync/masters/master-of.ts).
const roleMaster = role as unknown as AnyMaster

/** Roles: which screens and actions they allow, and which sales they show (docs/masters.md#people). */
export default function Roles() {
  const cells = useCells()
  return <MasterList master={roleMaster} form={RoleForm} cells={cells} removeRefusal={removeRefusal} />
}

/**
 * Returns cells with the current number of people of each role: the number stored with a role dates from its
 * last save.
 */
function useCells() {
  const { rows: users } = useMasters('user')
  return useMemo(() => {
    const counts = new Map<unknown, number>()
    for (const { role_id } of users) counts.set(role_id, (counts.get(role_id) ?? 0) + 1)
    return {
      users: {
        header: WORDS.usersOfRole,
        width: '96px',
        cell: (row: Values) => <span className="tabular">{counts.get(row.id) ?? Number(row.users)}</span>,
      },
    }
  }, [users])
}

// Only the server knows whether somebody has the role; it refuses and gives the number.
const removeRefusal = (row: Values) => (row.id === ADMIN_ROLE_ID ? WORDS.adminRole : undefined)
