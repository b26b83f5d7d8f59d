import type { Field, FieldKind } from '#contract/masters/field.ts'

export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

interface CommonProps {
  /** The field's name: where the form looks for the first wrong one. */
  name: string
  value: unknown
  onChange: (value: unknown) => void
  /** The rule that it breaks, as a sentence. */
  error?: string | undefined
  disabled?: boolean | undefined
  /** The first one of its form takes the focus as the form opens. */
  isFirst?: boolean | undefined
  /** Of a secret: the record has one, which nobody is shown. */
  isSet?: boolean | undefined
  /** Of a reference: what its record must have to be offered. */
  narrowed?: ((record: Readonly<Record<string, unknown>>) => boolean) | undefined
  /** Of a file: the record that it belongs to. */
  owner?: string | undefined
}

/** What every widget of a field is given; each can stand alone, outside a generated form. */
export interface FieldProps<K extends FieldKind> extends CommonProps {
  field: FieldOf<K>
}

/** The same of a field whose kind is not known. */
export interface AnyFieldProps extends CommonProps {
  field: Field
}

/** What Mantine's inputs take of it. */
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
