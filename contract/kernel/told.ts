import type * as z from 'zod/mini'
import type { Knowledge } from '#domain/access/knowledge.ts'
import { neededFor } from './needs.ts'

/** Whether the reader has this kind of knowledge. */
export type Knows = (knowledge: Knowledge) => boolean

type Cut = (value: unknown, knows: Knows) => unknown

/** The parts of a schema's definition that hold other schemas. */
interface Definition {
  type: string
  shape?: Readonly<Record<string, z.ZodMiniType>>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  values?: readonly unknown[]
}

const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const CUTS = new WeakMap<z.ZodMiniType, Cut | null>()

/** Returns the value of this schema without the fields that the reader may not see (needs.ts). */
export function told<T>(schema: z.ZodMiniType, answer: T, knows: Knows): T {
  const cut = cutOf(schema)
  return cut ? (cut(answer, knows) as T) : answer
}

/**
 * The names of all fields of the schema that the reader may not see, at any depth. They are used to filter data without
 * a schema of its own (the record in a refusal).
 */
export function untoldNames(schema: z.ZodMiniType, knows: Knows): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<z.ZodMiniType>()
  const visit = (one: z.ZodMiniType) => {
    if (seen.has(one)) return
    seen.add(one)
    const { shape = {}, element, innerType, valueType, out, options = [] } = definitionOf(one)
    for (const [name, field] of Object.entries(shape)) {
      const needed = neededFor(field)
      if (needed && !knows(needed)) names.add(name)
      visit(field)
    }
    for (const part of [element, innerType, valueType, out, ...options]) if (part) visit(part)
  }
  visit(schema)
  return names
}

/** The value without properties of these names, at any depth. */
export function withoutNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value
  if (Array.isArray(value)) return value.map((one) => withoutNames(one, names))
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutNames(part, names)]))
}

// Undefined if no field of the schema needs knowledge, so that most responses are sent unchanged.
function cutOf(schema: z.ZodMiniType): Cut | undefined {
  const known = CUTS.get(schema)
  if (known !== undefined) return known ?? undefined
  CUTS.set(schema, null)
  const cut = makeCut(schema)
  CUTS.set(schema, cut ?? null)
  return cut
}

function makeCut(schema: z.ZodMiniType): Cut | undefined {
  const { type, shape, element, innerType, valueType, out, options } = definitionOf(schema)
  if (type === 'object' && shape) return cutObject(shape)
  if (type === 'union' && options) return cutUnion(options)
  if (type === 'array' && element) {
    const cut = cutOf(element)
    return cut && ((value, knows) => (Array.isArray(value) ? value.map((one) => cut(one, knows)) : value))
  }
  if (type === 'record' && valueType) {
    const cut = cutOf(valueType)
    return (
      cut &&
      ((value, knows) =>
        isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, knows)]))
          : value)
    )
  }
  const inner = innerType ?? out
  return inner && cutOf(inner)
}

function cutObject(shape: Readonly<Record<string, z.ZodMiniType>>): Cut | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const needed = neededFor(field)
    const cut = cutOf(field)
    return needed || cut ? [{ name, needed, cut }] : []
  })
  if (fields.length === 0) return undefined
  return (value, knows) => {
    if (!isRecord(value)) return value
    const copy = { ...value }
    for (const { name, needed, cut } of fields) {
      if (!(name in copy)) continue
      if (needed && !knows(needed)) delete copy[name]
      else if (cut) copy[name] = cut(copy[name], knows)
    }
    return copy
  }
}

/** Applies the cuts of all possible forms: a shared field is omitted if any of them needs knowledge. */
function cutUnion(options: readonly z.ZodMiniType[]): Cut | undefined {
  const forms = options.flatMap(formsOf).flatMap((form) => {
    const cut = cutOf(form)
    return cut ? [{ form, cut }] : []
  })
  if (forms.length === 0) return undefined
  return (value, knows) =>
    forms.reduce((now, { form, cut }) => (mayBe(form, now) ? cut(now, knows) : now), value)
}

const formsOf = (schema: z.ZodMiniType): z.ZodMiniType[] => {
  const { type, options } = definitionOf(schema)
  return type === 'union' && options ? options.flatMap(formsOf) : [schema]
}

/** False if a literal field shows that the value is of another form. */
function mayBe(form: z.ZodMiniType, value: unknown): boolean {
  const { shape } = definitionOf(form)
  if (!shape || !isRecord(value)) return true
  return Object.entries(shape).every(([name, field]) => {
    const { type, values } = definitionOf(field)
    return type !== 'literal' || values === undefined || values.includes(value[name])
  })
}
