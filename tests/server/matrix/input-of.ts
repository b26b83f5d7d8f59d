import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { GIVEN, givenToMaster, KIND_OF_FIELD, KIND_OF_ID } from './given.ts'
import type { Records } from './records.ts'

type Schema = z.ZodMiniType

/** zod's internal definition of a schema. */
interface Def {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  options?: readonly Schema[]
  in?: Schema
}

const defOf = (schema: Schema): Def => (schema as unknown as { _zod: { def: Def } })._zod.def

/** Returns the fields of a call's input. */
export const fieldsOfInput = (call: AnyCall): Readonly<Record<string, Schema>> =>
  defOf(call.input).shape ?? {}

/** Texts and numbers of the formats in the contract; a field takes the first that passes its check. */
const TRIED: readonly unknown[] = [
  'Text',
  1,
  '2026-11-20',
  '2026-11-26T05:00:00Z',
  '2026-10',
  'nobody@centre.example',
  '9820012345',
  '10:00',
  '123456',
  'a'.repeat(64),
  'A'.repeat(32),
  'A'.repeat(43),
  'A'.repeat(44),
  '1.2.3',
  '#00cc66',
  'https://centre.example/1',
  'Another#2026x',
  '10,10,10,10',
  0,
  10,
  5432,
  '',
  true,
  {},
  [],
]

/** Ranges of days that have visits and money in the demo. */
const DAYS: Readonly<Record<string, string>> = {
  from_date: '2026-11-10',
  to_date: '2026-11-22',
  day: '2026-11-20',
}

/**
 * Optional fields that name the place; they are filled in calls of a foreign place. An own list is requested
 * for all places.
 */
const PLACE_FIELDS = ['branch_id', 'branch', 'client_id']
/** Optional fields that are always filled: the subject decides what a message contains. */
const SUBJECTS = ['study_id', 'appt_id', 'from_date', 'to_date']

const newId = (call: AnyCall, path: string) => {
  const hex = createHash('sha256').update(`${call.key} ${path}`).digest('hex')
  return `019a0000-0000-7000-8000-${hex.slice(0, 12)}`
}

/**
 * Returns an input that the call's schema accepts and that names the records, so that the access decision is
 * tested.
 */
export function inputOf(call: AnyCall, records: Records, isPlatform: boolean): Record<string, unknown> {
  const given = givenToMaster(call, records) ?? {}
  const input: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(fieldsOfInput(call))) {
    const value = isFilled(name, schema, records, isPlatform)
      ? valueOf(call, name, schema, records)
      : undefined
    if (value !== undefined) input[name] = value
  }
  return { ...input, ...given, ...GIVEN[call.key]?.(records) }
}

function isFilled(name: string, schema: Schema, { whose }: Records, isPlatform: boolean): boolean {
  if (!z.safeParse(schema, undefined).success) return true
  if (name === 'client_id') return isPlatform || whose === 'client'
  if (SUBJECTS.includes(name)) return true
  return PLACE_FIELDS.includes(name) && whose !== 'own'
}

function valueOf(call: AnyCall, path: string, schema: Schema, records: Records): unknown {
  const name = path.split('.').at(-1) ?? ''
  // An element of a list has the name of the list.
  const kind = name === 'id' && !path.includes('.') ? KIND_OF_ID[call.key] : KIND_OF_FIELD[name]
  const candidates = [kind && records.ids[kind], DAYS[name], ...byShape(call, path, schema, records)]
  if (/(^|_)ids?$|^door$/.test(name)) candidates.push(newId(call, path))
  return candidates.find((value) => value !== undefined && z.safeParse(schema, value).success)
}

function byShape(call: AnyCall, path: string, schema: Schema, records: Records): unknown[] {
  const def = defOf(schema)
  const inner = (part: Schema) => valueOf(call, path, part, records)
  const isNamed = (path.split('.').at(-1) ?? '') in KIND_OF_FIELD
  if (def.innerType) return isNamed ? [inner(def.innerType), null] : [null, inner(def.innerType)]
  if (def.type === 'object')
    return [
      Object.fromEntries(
        Object.entries(def.shape ?? {})
          .filter(([, part]) => !z.safeParse(part, undefined).success)
          .map(([name, part]) => [name, valueOf(call, `${path}.${name}`, part, records)]),
      ),
    ]
  if (def.type === 'array' && def.element) return [[valueOf(call, path, def.element, records)], []]
  if (def.type === 'union') return (def.options ?? []).map(inner)
  if (def.type === 'literal' || def.type === 'enum') return literals(schema)
  return [...TRIED]
}

function literals(schema: Schema): unknown[] {
  const { values, entries } = defOf(schema) as { values?: unknown[]; entries?: Record<string, unknown> }
  return values ?? Object.values(entries ?? {})
}
