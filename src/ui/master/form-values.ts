import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { DEFAULTS, type Field } from '#contract/masters/engine/field.ts'
import { numberOf } from './fields/number-of.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

export type Values = Readonly<Record<string, unknown>>

/** Initial form values: the record's values, else the list's fixed values and each kind's default. */
export function initialValues(master: AnyMaster, record: Values | undefined, fixed: Values): Values {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(master.fields))
    values[name] =
      field.kind === 'secret'
        ? record
          ? undefined
          : ''
        : (record?.[name] ?? fixed[name] ?? defaultOf(field))
  for (const name of Object.keys(master.extra ?? {})) values[name] = record?.[name] ?? fixed[name]
  return values
}

// The table is keyed by kind, which TypeScript cannot follow through an index.
const defaultOf = (field: Field): unknown => (DEFAULTS[field.kind] as (field: Field) => unknown)(field)

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The submitted input: the form's values and the id; an untouched secret is left out (it stays as it is). */
export function inputOf(master: AnyMaster, values: Values, id: unknown): Record<string, unknown> {
  const input: Record<string, unknown> = { id }
  for (const [name, field] of Object.entries(master.fields)) {
    const value = values[name]
    if (value !== undefined) input[name] = sentValue(field, value)
  }
  for (const name of Object.keys(master.extra ?? {}))
    if (values[name] !== undefined) input[name] = values[name]
  return input
}

// A number that is still being typed is sent as a number, too.
function sentValue({ kind }: Field, value: unknown): unknown {
  if (kind === 'int' || kind === 'percent' || kind === 'money' || kind === 'port') return numberOf(value)
  if (kind !== 'chargeMap' || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([id, charge]) => [id, numberOf(charge)]))
}

/** The rule that each field breaks, from the master's own check, which the server uses too. */
export function brokenRules(master: AnyMaster, input: Values): Record<string, string> {
  const checked = master.input.safeParse(input)
  if (checked.success) return {}
  const rules: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0] ?? '')
    const isMissing = master.fields[name]?.required === true && isBlank(input[name])
    rules[name] ??= isMissing ? 'is required' : message
  }
  return rules
}

/** A rule as the sentence shown at its field: `Name is required.`; `branch_charges.<id>` is shown at its map. */
export function sentences(
  master: AnyMaster,
  rules: Readonly<Record<string, string>>,
): Record<string, string> {
  const said: Record<string, string> = {}
  for (const [path, rule] of Object.entries(rules)) {
    const name = path.split('.', 1)[0] ?? path
    said[name] ??= WORDS.rule(master.fields[name]?.label ?? humanName(name), rule)
  }
  return said
}

/** Turns `charges_per` into `Charges per`, for a field without a label. */
export function humanName(name: string): string {
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether two form values are equivalent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

// The order of charges in a map does not matter.
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
