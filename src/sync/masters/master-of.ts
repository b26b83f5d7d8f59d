import type * as z from 'zod/mini'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import { MASTERS } from '#contract/masters/masters.ts'

type Declared = (typeof MASTERS)[number]

/** A record of any master, as generic code handles it. */
export interface MasterRecord {
  readonly id: string
  readonly rev: number
  readonly created: string
  readonly [name: string]: unknown
}

/** The declaration of a key; if it has none, a master with only the common fields. */
export type MasterOf<Key extends MasterKey> = Extract<Declared, { key: Key }>

/** What the list of a master returns. */
export type MasterRecordOf<Key extends MasterKey> = [MasterOf<Key>] extends [never]
  ? MasterRecord
  : z.output<MasterOf<Key>['record']>

/** What a list, a form and a save of one declared master handle. */
export type RecordOf<M extends AnyMaster> = z.output<M['record']>
export type InputOf<M extends AnyMaster> = z.input<M['input']>

const BY_KEY = new Map<MasterKey, AnyMaster>(
  MASTERS.map((master) => [master.key, master as unknown as AnyMaster]),
)

/** Returns the declared master of `key`, or undefined if there is none. */
export function findMaster(key: MasterKey): AnyMaster | undefined {
  return BY_KEY.get(key)
}

/** The id of a record's copy: a role is known by a number, its copy by its uid. */
export function copyIdOf(record: Readonly<Record<string, unknown>>): string {
  return String(record.uid ?? record.id)
}

/** The display name of a record: its name, its title, or a person's two names. */
export function nameOf(record: Readonly<Record<string, unknown>>): string {
  const { name, title, fname, lname } = record
  if (typeof name === 'string' && name !== '') return name
  if (typeof title === 'string') return title
  return [fname, lname].filter((part) => typeof part === 'string' && part !== '').join(' ')
}
