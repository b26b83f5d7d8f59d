import type { AnyMaster } from '#contract/masters/define-master.ts'
import { role } from '#contract/masters/role.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { ModuleList } from './ModuleList.tsx'
import { PEOPLE_WORDS as WORDS } from './words.ts'

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
    <ModuleList
      value={(form.values.app_modules as number[] | undefined) ?? []}
      had={(record?.app_modules as number[] | undefined) ?? []}
      isAdmin={isAdmin}
      error={form.errors.app_modules}
      disabled={props.readOnly === true}
      onChange={(modules) => form.setValue('app_modules', modules)}
    />
  )
  return <MasterForm {...props} initial={NO_MODULES} fields={isAdmin ? ADMIN_WIDGETS : {}} extra={boxes} />
}
