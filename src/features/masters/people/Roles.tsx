import { useMemo } from 'react'
import type { AnyMaster } from '#contract/masters/define-master.ts'
import { role } from '#contract/masters/role.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { RoleForm } from './RoleForm.tsx'
import { PEOPLE_WORDS as WORDS } from './words.ts'

// Numbered, which no other master is: generic code knows a record by its uid (src/sync/masters/master-of.ts).
const roleMaster = role as unknown as AnyMaster

/** Roles: what their people may open and do, and which sales they see (docs/masters.md#people). */
export default function Roles() {
  const cells = useCells()
  return <MasterList master={roleMaster} form={RoleForm} cells={cells} removeRefusal={removeRefusal} />
}

/** How many people have each role, counted as they are now: a role's own number is from when it was last saved. */
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

// Whether somebody has the role the server knows; it refuses with how many.
const removeRefusal = (row: Values) => (row.id === ADMIN_ROLE_ID ? WORDS.adminRole : undefined)
