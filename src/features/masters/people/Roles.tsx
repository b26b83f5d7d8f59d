import type { AnyMaster } from '#contract/masters/define-master.ts'
import { role } from '#contract/masters/role.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { RoleForm } from './RoleForm.tsx'
import { PEOPLE_WORDS as WORDS } from './words.ts'

// Numbered, which no other master is: generic code knows a record by its uid (src/sync/masters/master-of.ts).
const roleMaster = role as unknown as AnyMaster

const CELLS = {
  users: {
    header: WORDS.usersOfRole,
    width: '96px',
    cell: (row: Values) => <span className="tabular">{Number(row.users)}</span>,
  },
} as const

/** Roles: what their people may open and do, and which sales they see (spec 2 section 2.3). */
export default function Roles() {
  return <MasterList master={roleMaster} form={RoleForm} cells={CELLS} removeRefusal={removeRefusal} />
}

function removeRefusal(row: Values): string | undefined {
  if (row.id === ADMIN_ROLE_ID) return WORDS.adminRole
  const users = Number(row.users)
  return users > 0 ? WORDS.roleInUse(users) : undefined
}
