import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { role } from '#contract/masters/role.ts'
import { rightsChange } from '#domain/access/rights-change.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { ModuleList } from './ModuleList.tsx'
import { RightsNote } from './RightsNote.tsx'
import { rightsOfRole } from './rights-of-form.ts'
import { SIGHT_WORDS as SIGHT } from './sight-words.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

// Loaded lazily: only the preview needs the words of every call.
const RoleSight = lazyPart(() => import('./RoleSight.tsx'))

const NO_MODULES = { app_modules: [] }

const ADMIN_WIDGETS = {
  widgets: {
    title: { disabled: true, field: { ...role.fields.title, hint: WORDS.adminRoleFixed } },
    status: { disabled: true },
  },
}

/** The form of a role: name, status, the two scopes of sales, and the modules by their group. */
export function RoleForm(props: MasterFormProps<AnyMaster>) {
  const record = props.record as Values | undefined
  const isAdmin = record?.id === ADMIN_ROLE_ID
  const boxes = (form: MasterFormState) => (
    <>
      <ModuleList
        value={(form.values.app_modules as number[] | undefined) ?? []}
        had={(record?.app_modules as number[] | undefined) ?? []}
        isAdmin={isAdmin}
        error={form.errors.app_modules}
        disabled={props.readOnly === true}
        onChange={(modules) => form.setValue('app_modules', modules)}
      />
      <RoleRightsNote form={form} record={record} />
      <SeeAsRole form={form} record={record} isAdmin={isAdmin} />
    </>
  )
  return <MasterForm {...props} initial={NO_MODULES} fields={isAdmin ? ADMIN_WIDGETS : {}} extra={boxes} />
}

/** Shows which permissions the people of a role gain and lose when it is saved. */
function RoleRightsNote({ form, record }: { form: MasterFormState; record: Values | undefined }) {
  const { rows: users } = useMasters('user')
  const names = users
    .filter(({ role_id, status }) => record !== undefined && role_id === record.id && status === 1)
    .map(({ name }) => name)
  return <RightsNote change={rightsChange(rightsOfRole(record), rightsOfRole(form.values))} names={names} />
}

interface SeeAsRoleProps {
  form: MasterFormState
  record: Values | undefined
  isAdmin: boolean
}

/** Opens a preview of the app as people of the role see it, based on the form's values. */
function SeeAsRole({ form, record, isAdmin }: SeeAsRoleProps) {
  const [isOpen, setIsOpen] = useState(false)
  const role = {
    rights: rightsOfRole(form.values),
    saved: record && rightsOfRole(record),
    isAdmin,
  }
  const title = textOf(form.values.title).trim() || SIGHT.unnamed
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
        mt="md"
      >
        {SIGHT.open}
      </Button>
      {isOpen && <RoleSight role={role} title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}
