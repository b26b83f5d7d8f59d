import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { FormFields, type FormFieldsProps } from '#src/ui/master/FormFields.tsx'
import type { Values } from '#src/ui/master/form-values.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'

export interface RefChargesFieldsProps extends Pick<FormFieldsProps, 'without' | 'widgets' | 'disabled'> {
  master: AnyMaster
  form: MasterFormState
  record: Values | undefined
}

/** The fields of a master whose referral charge is a percentage or an amount, depending on its type. */
export function RefChargesFields({ master, form, widgets, ...props }: RefChargesFieldsProps) {
  const label = master.fields.default_refdr_charges?.label ?? ''
  const isFlat = form.values.default_refdr_charges_type === 'Flat'
  const field = isFlat ? ({ kind: 'money', label } as const) : ({ kind: 'percent', label } as const)
  return (
    <FormFields
      {...props}
      master={master}
      form={form}
      widgets={{ ...widgets, default_refdr_charges: { field } }}
    />
  )
}
