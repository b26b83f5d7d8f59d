import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Field } from '#contract/masters/engine/field.ts'
import { FieldWidget, type FieldWidgetProps } from './fields/FieldWidget.tsx'
import type { Values } from './form-values.ts'
import classes from './master.module.css'
import type { MasterFormState } from './use-master-form.ts'

export interface FormFieldsProps {
  master: AnyMaster
  form: MasterFormState
  record?: Values | undefined
  /** Shows only these, in this order; by default all that are not hidden. */
  only?: readonly string[]
  /** Omits these. */
  without?: readonly string[]
  disabled?: boolean
  /** Additional props for a field's widget: the options of a reference, the owner of a file, whether it is disabled. */
  widgets?: Readonly<Record<string, Partial<FieldWidgetProps>>>
}

const isWide = (field: Field) =>
  field.kind === 'richText' ||
  field.kind === 'chargeMap' ||
  field.kind === 'references' ||
  field.kind === 'modalities' ||
  ((field.kind === 'text' || field.kind === 'secret') && (field.lines ?? 1) > 1)

/** The widgets of a master's fields in two columns, or one on a phone. */
export function FormFields({ master, form, record, only, without = [], disabled, widgets }: FormFieldsProps) {
  const names = (only ?? Object.keys(master.fields)).filter(
    (name) => !without.includes(name) && (only !== undefined || master.fields[name]?.hidden !== true),
  )
  return (
    <div className={classes.fields}>
      {names.map((name, index) => {
        const field = master.fields[name]
        if (!field) return null
        return (
          <div key={name} className={isWide(field) ? classes.wide : undefined}>
            <FieldWidget
              field={field}
              name={name}
              value={form.values[name]}
              onChange={(value) => form.setValue(name, value)}
              error={form.errors[name]}
              disabled={disabled}
              isFirst={index === 0}
              isSet={record?.[`has_${name}`] === 1}
              {...widgets?.[name]}
            />
          </div>
        )
      })}
    </div>
  )
}
