import type * as z from 'zod/mini'
import type { AnyCall, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'

type Raw = Readonly<Record<string, unknown>>

/** Names that the spec uses for the same thing (docs/wire.md): either is accepted if the call knows the other. */
const VARIANTS = [
  ['branch', 'branch_id'],
  ['is_radiology', 'isradiology'],
  ['screen_uid', 'uid'],
] as const

/** Deeper than any input of ours, and shallow enough to walk. */
const MAX_DEPTH = 30
/** A sender with more wrong fields than this sees the rest after fixing these. */
const MAX_FIELDS = 50

/** Returns path, query and body as one flat object; if a name appears twice, the path wins, then the body. */
export function flatInput(request: { params: unknown; query: unknown; body: unknown }): Raw {
  const { params, query, body } = request
  const isEmpty = body === undefined || body === null
  if (!isEmpty && !isFlatObject(body)) throw new Refusal('malformed')
  return { ...(query as Raw), ...(body as Raw | undefined), ...(params as Raw) }
}

/** Returns true if the value is an object usable as input: not a list, and not deeper than any input of ours. */
export function isFlatObject(value: unknown): value is Raw {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeeperThan(value, MAX_DEPTH)
  )
}

/**
 * Returns a call's checked input; throws for unknown fields by name, and for bad ones with the rule they broke
 * (400 `invalid`, `fields`).
 */
export function parseInput<C extends AnyCall>(call: C, raw: Raw): ParsedInputOf<C> {
  refuseUnstorableText(raw)
  const parsed = call.input.safeParse(withKnownNames(call.input, raw))
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  return parsed.data as ParsedInputOf<C>
}

/** Returns the input without fields that the call does not know, at any depth: older devices may still send them. */
export function withoutUnknownFields(call: AnyCall, raw: Raw): Raw {
  const parsed = call.input.safeParse(withKnownNames(call.input, raw))
  const unknown = (parsed.error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
  const known = structuredClone(withKnownNames(call.input, raw))
  for (const path of unknown) deleteAt(known, path)
  return known
}

function deleteAt(value: object, path: readonly PropertyKey[]): void {
  const holder = path
    .slice(0, -1)
    .reduce<object | undefined>((at, name) => at && Reflect.get(at, name), value)
  if (holder) Reflect.deleteProperty(holder, path.at(-1) ?? '')
}

/** Returns a refusal that names its fields. */
export function invalid(fields: Record<string, string>): Refusal {
  return new Refusal('invalid', undefined, { fields })
}

// A shape is only on object schemas; every input is one (a test walks them).
const shapeOf = (schema: z.ZodMiniType): object => (schema as unknown as { shape?: object }).shape ?? {}

function withKnownNames(schema: z.ZodMiniType, raw: Raw): Raw {
  const shape = shapeOf(schema)
  const renamed = { ...raw }
  for (const [a, b] of VARIANTS) {
    rename(renamed, shape, a, b)
    rename(renamed, shape, b, a)
  }
  return renamed
}

// If both names are present they must match; otherwise the unknown one is refused by name like any other.
function rename(input: Record<string, unknown>, shape: object, from: string, to: string): void {
  if (!(from in input) || from in shape || !(to in shape)) return
  if (to in input && input[to] !== input[from]) return
  input[to] = input[from]
  delete input[from]
}

type Issue = z.core.$ZodIssue

/** Returns each bad field with the first rule it broke. */
export function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const { path, ...issue } of issues) {
    const broken =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [[...path, key].join('.'), 'is not a known field'] as const)
        : [[path.join('.') || 'input', issue.message] as const]
    for (const [name, rule] of broken) if (!fields.has(name)) fields.set(name, rule)
  }
  return Object.fromEntries([...fields].slice(0, MAX_FIELDS))
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1))
}

// Throws for text that PostgreSQL cannot store: NUL, and lone surrogates, which would come back as different
// text.
export function refuseUnstorableText(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw invalid({ [path.join('.')]: 'holds a character that cannot be stored' })
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) refuseUnstorableText(part, [...path, name])
  }
}
