import { isDeepStrictEqual } from 'node:util'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { DEFAULTS, type Field, type FieldKind } from '#contract/masters/engine/field.ts'
import type { StoredRow } from './hooks.ts'

type Values = Readonly<Record<string, unknown>>

/** The column that holds a field. */
export function columnOf(name: string, field: Field): string {
  return field.column ?? (field.kind === 'active' ? 'active' : name)
}

const isOne = (value: unknown) => value === 1

/** How a value of the wire is written where the column holds it otherwise. */
const TO_COLUMN: Partial<Record<FieldKind, (value: unknown) => unknown>> = {
  flag: isOne,
  active: isOne,
  chargeMap: (value) => JSON.stringify(value),
}

const numberOf = (value: unknown) => (value === null ? null : Number(value))
const flagOf = (value: unknown) => (value === true ? 1 : 0)

/** How a column's value travels where that is not as it is read; numeric columns are read as text. */
const FROM_COLUMN: Partial<Record<FieldKind, (value: unknown) => unknown>> = {
  port: numberOf,
  int: numberOf,
  percent: numberOf,
  points: numberOf,
  money: numberOf,
  flag: flagOf,
  active: flagOf,
}

const fieldsOf = (master: AnyMaster) => Object.entries(master.fields)

/** What a field begins with, and what null sets it back to. */
const defaultOf = (field: Field): unknown => (DEFAULTS[field.kind] as (field: Field) => unknown)(field)

/**
 * The columns that a save sets, secrets aside. A field that is left out keeps its value, or in a new record gets its
 * default; a column whose field has none is left to the table's own.
 */
export function columnsOf(master: AnyMaster, input: Values, isNew: boolean): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of fieldsOf(master)) {
    const given = input[name]
    if (field.kind === 'secret' || (given === undefined && !isNew)) continue
    const value = given ?? defaultOf(field)
    const isLeftToTable = value === null && given === undefined
    if (!isLeftToTable) columns[columnOf(name, field)] = TO_COLUMN[field.kind]?.(value) ?? value
  }
  return columns
}

/** The record that a row shows, without what the master's hook completes; of a secret only whether there is one. */
export function recordOf(master: AnyMaster, row: StoredRow): Record<string, unknown> {
  const record: Record<string, unknown> = { id: row.id, rev: row.rev, created: row.created.toISOString() }
  for (const [name, field] of fieldsOf(master)) {
    const stored = row[columnOf(name, field)] ?? null
    if (field.kind === 'secret') record[`has_${name}`] = stored === null || stored === '' ? 0 : 1
    else record[name] = FROM_COLUMN[field.kind]?.(stored) ?? stored
  }
  return record
}

/** Names of the fields and extra parts that a save would change in the record; a secret that is sent counts as changed. */
export function changedNames(master: AnyMaster, input: Values, record: Values): string[] {
  const fields = fieldsOf(master).filter(([name, field]) => {
    const given = input[name]
    if (given === undefined) return false
    if (field.kind === 'secret') return given !== null && (given !== '' || record[`has_${name}`] === 1)
    return !isDeepStrictEqual(given ?? defaultOf(field), record[name])
  })
  const extra = Object.keys(master.extra ?? {}).filter(
    (name) => input[name] !== undefined && !isSaidBy(record[name], input[name]),
  )
  return [...fields.map(([name]) => name), ...extra]
}

/** True where what is shown says all that was given; it may say more (the name of a service that is named by its id). */
function isSaidBy(shown: unknown, given: unknown): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(shown) &&
      shown.length === given.length &&
      given.every((one, i) => isSaidBy(shown[i] as unknown, one))
    )
  if (typeof given !== 'object' || given === null) return shown === given
  return Object.entries(given).every(([name, value]) =>
    isSaidBy((shown as Values | undefined)?.[name], value),
  )
}
