import type { Field, FieldKind } from '#contract/masters/engine/field.ts'

export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

interface CommonProps {
  /** The field's name, by which the form finds the first wrong one. */
  name: string
  value: unknown
  onChange: (value: unknown) => void
  /** The rule that it breaks, as a sentence. */
  error?: string | undefined
  disabled?: boolean | undefined
  /** True for the form's first field, which takes the focus when the form opens. */
  isFirst?: boolean | undefined
  /** For a secret: the record has one, which is never shown. */
  isSet?: boolean | undefined
  /** For a reference: which records are offered. */
  narrowed?: ((record: Readonly<Record<string, unknown>>) => boolean) | undefined
  /** For a file: the record that it belongs to. */
  owner?: string | undefined
}

/** The props of every field widget; each widget works on its own, outside a generated form. */
export interface FieldProps<K extends FieldKind> extends CommonProps {
  field: FieldOf<K>
}

/** The same for a field of unknown kind. */
export interface AnyFieldProps extends CommonProps {
  field: Field
}

/** The props passed to Mantine's inputs. */
export function inputProps({ field, name, error, disabled, isFirst }: AnyFieldProps) {
  return {
    name,
    label: field.label,
    description: field.hint,
    error,
    disabled,
    withAsterisk: field.required,
    'aria-required': field.required,
    'data-autofocus': isFirst || undefined,
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
