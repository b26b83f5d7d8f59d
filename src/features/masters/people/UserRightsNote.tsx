import type { UserRecord } from '#contract/masters/user.ts'
import { rightsChange } from '#domain/access/rights-change.ts'
import { fullName } from '#domain/access/user-kinds.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { RightsNote } from './RightsNote.tsx'
import { rightsOfUser } from './rights-of-form.ts'

/** Shows which permissions the person gains and loses when the form is saved. */
export function UserRightsNote({ form, record }: { form: MasterFormState; record: UserRecord | undefined }) {
  const { rows: roles } = useMasters('role')
  const { rows: branches } = useMasters('branch')
  const branchName = (id: string) => branches.find((branch) => branch.id === id)?.name ?? id
  const rightsOf = (person: Values | undefined) => rightsOfUser(person, roles, branchName)
  const { fname, lname } = form.values
  const name = fullName(textOf(fname), textOf(lname))
  return (
    <RightsNote
      change={rightsChange(rightsOf(record), rightsOf(form.values))}
      names={name === '' ? [] : [name]}
    />
  )
}
