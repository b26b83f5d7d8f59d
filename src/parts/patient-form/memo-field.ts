import { type ComponentType, memo } from 'react'
import { errorNameOf, type PatientValues } from './patient-values.ts'
import type { PatientFormState } from './use-patient-form.ts'

export interface FieldProps {
  form: PatientFormState
}

/**
 * Returns the field memoised: it rerenders only if its values, their errors or its own props have changed. A form of
 * thirty fields that rerenders completely for each letter lags behind typing.
 */
export function memoField<Props extends FieldProps>(
  reads: (props: Props) => readonly (keyof PatientValues)[],
  field: ComponentType<Props>,
): ComponentType<Props> {
  const areSame = (before: Props, after: Props) =>
    reads(after).every((name) => {
      const rule = errorNameOf(name)
      return (
        before.form.values[name] === after.form.values[name] &&
        before.form.errors[rule] === after.form.errors[rule]
      )
    }) &&
    before.form.today === after.form.today &&
    (Object.keys({ ...before, ...after }) as (keyof Props)[]).every(
      (name) => name === 'form' || before[name] === after[name],
    )
  return memo(field, areSame)
}
