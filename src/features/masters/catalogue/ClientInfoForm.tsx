import { type department, departmentInfo } from '#contract/masters/department.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { useFieldsWithoutModule } from './has-module.ts'
import { RefChargesFields } from './RefChargesFields.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

/**
 * The department fields that a client may edit: charges, TAT, slots
 * (docs/masters.md#departments-services-machines).
 */
export function ClientInfoForm({ record, onSaved, onClose }: MasterFormProps<typeof department>) {
  const without = useFieldsWithoutModule()
  if (!record) return null
  const fieldsOf = (form: MasterFormState) => (
    <RefChargesFields master={departmentInfo} form={form} record={record} without={without} />
  )
  return (
    <MasterForm
      master={departmentInfo}
      record={record}
      layout={fieldsOf}
      title={WORDS.chargesOf(record.name)}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
