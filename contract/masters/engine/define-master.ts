import * as z from 'zod/mini'
import { defineCall } from '#contract/kernel/define-call.ts'
import { EntityId, Flag, text } from '#contract/kernel/fields.ts'
import { needs } from '#contract/kernel/needs.ts'
import { listOf, PageInput, resultOf } from '#contract/kernel/paging.ts'
import type { Knowledge } from '#domain/access/knowledge.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { AccessRule } from '#domain/access/rules.ts'
import type { TileKey } from '#domain/access/tiles.ts'
import { checkOf, type Fields, type ValueOf } from './field.ts'
import type { MasterKey } from './keys.ts'

/**
 * Which devices hold a copy: `client` those of all staff, `masters` and `people` those of people with manage_masters or
 * manage_users, `none` no device.
 */
export type MasterScope = 'client' | 'masters' | 'people' | 'none'

type Shape = Readonly<Record<string, z.ZodMiniType>>

/** A master, declared once: its record, check, calls, copy, list, form and routes derive from it (docs/masters.md). */
export interface MasterSpec<
  Key extends string = string,
  F extends Fields = Fields,
  Extra extends Shape = Shape,
  Computed extends Shape = Shape,
  Filters extends Shape = Shape,
> {
  key: Key
  /** The title of the hub's tile. */
  title: string
  /** For 'New discount head'. */
  noun: string
  base: 'api' | 'php'
  /** Written out, because the wire is irregular. `all` is absent if another call serves it. */
  paths: { list: string; all?: string; save: string; remove: string }
  /** Its table; a declaration with its own handlers still names it, for "in use" and for copies. */
  table: string
  /** `platform` records are made by the platform and read by every client. */
  owner: 'client' | 'platform'
  scope: MasterScope
  /** Any of these tiles gives the right to write. */
  tiles: readonly TileKey[]
  /** For a master without a tile: the permission of the platform's own people that gives the right. */
  access?: Permission
  /** An additional requirement for writes besides the tile. */
  mayWrite?: AccessRule
  /** A short list that no device copies: fetched whole, then searched and paged on the device (docs/masters.md#ai). */
  pagesOnDevice?: true
  /** The platform's administrator may maintain it for a client named in `client_id` (Call.inClient). */
  inClient?: true
  pageSize: 25 | 100
  /** Word for word (docs/wire.md#refusals). */
  deletePrompt: string
  fields: F
  /** Parts of saves and records besides the fields: rows of its own, checked here, stored by the master's hook. */
  extra?: Extra
  /** Fields of a record that a save never contains. */
  computed?: Computed
  /**
   * The knowledge that a reader needs to see a field of the record (kernel/needs.ts). The type ignores it, because the
   * master's own form and list, and booking, which read these fields, are open only to readers who have it.
   */
  known?: Readonly<Partial<Record<string, Knowledge>>>
  /** List filters besides p, ps and k; the engine matches those with a field's name, the hook the others. */
  filters?: Filters
  /** Field or computed names shown in the list, in order. */
  columns: readonly string[]
  /** Fields that `k` searches, as plain words. */
  search: readonly (keyof F & string)[]
  /** Sort column of lists, if no field is called name. */
  order?: string
  /** Field with unique values; the table has a unique index on it. */
  unique?: keyof F & string
  /** Fields with unique values, except blank ones; older tables may contain duplicates. */
  distinct?: readonly (keyof F & string)[]
  /** A save may need confirmation (error `confirm`) and is then resent with `is_confirmed`. */
  asks?: true
}

/** For a master whose declaration is unknown, the type says only that its fields have names. */
type Unnamed = Readonly<Record<string, unknown>>

/** The fields of a save, besides `id`. */
export type InputFields<F extends Fields> = string extends keyof F ? Unnamed : NamedInputs<F>
type NamedInputs<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } | { kind: 'active' } ? K : never]: ValueOf<F[K]>
} & {
  [K in keyof F as F[K] extends { required: true } | { kind: 'active' } ? never : K]?:
    | ValueOf<F[K]>
    | undefined
}

/** The fields of a record: for a secret only whether it is set. */
export type RecordFields<F extends Fields> = string extends keyof F ? Unnamed : NamedValues<F>
type NamedValues<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: 'secret' } ? never : K]:
    | ValueOf<F[K]>
    | (F[K] extends { required: true }
        ? never
        : F[K] extends { kind: 'int' | 'percent' | 'money' | 'port' | 'choice' }
          ? null
          : never)
} & { [K in keyof F & string as F[K] extends { kind: 'secret' } ? `has_${K}` : never]: 0 | 1 }

type OutOf<S extends Shape> = { [K in keyof S]: z.output<S[K]> }

export type MasterInput<F extends Fields, Extra extends Shape> = {
  id?: string | undefined
  rev?: number | undefined
  client_id?: string | undefined
  is_confirmed?: 0 | 1 | undefined
} & InputFields<F> &
  OutOf<Extra>
export type MasterRecord<F extends Fields, Extra extends Shape, Computed extends Shape> = {
  id: string
  rev: number
  created: string
} & RecordFields<F> &
  OutOf<Extra> &
  OutOf<Computed>

/** `status` of a list: records in use, not in use, or both. */
export const STATUS_FILTER = { status: z.optional(z.enum(['0', '1'])) } as const

const NEVER = { kind: 'never' } as const

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a declaration without rows of its own has none
type NoShape = Record<never, never>

type Removal = { id: string; client_id?: string | undefined }
type RemoveInput = z.ZodMiniType<Removal, Removal>

/**
 * Declares a master. Its calls: `list` (a page, `k` searches), `all` (at most 500), `save` (creates a record if its
 * `id` is new, else changes it on the revision named by If-Match or `rev`, else 409) and `remove`. Saves need the
 * network: a master is decided once for all desks.
 */
export function defineMaster<
  const Key extends string,
  const F extends Fields,
  Extra extends Shape = NoShape,
  Computed extends Shape = NoShape,
  Filters extends Shape = NoShape,
>(spec: MasterSpec<Key, F, Extra, Computed, Filters>) {
  type Input = MasterInput<F, Extra>
  type Row = MasterRecord<F, Extra, Computed>
  // The casts of this file are needed because TypeScript cannot follow shapes built in loops.
  const input = inputOf(spec as unknown as MasterSpec) as unknown as z.ZodMiniType<Input, Input>
  const record = recordOf(spec as unknown as MasterSpec) as unknown as z.ZodMiniType<Row, Row>
  const named = spec.inClient === true ? { client_id: z.optional(EntityId) } : {}
  const filters = { k: z.optional(text(200)), ...spec.filters, ...named } as {
    k: z.ZodMiniOptional<z.ZodMiniString>
  } & Filters
  const inClient = spec.inClient === true ? ({ inClient: true } as const) : {}
  const common = { base: spec.base, access: spec.access ?? 'session', offline: NEVER, ...inClient } as const
  // Every client's devices copy these records, so everybody may read them: the engine judges readers, not the call.
  const read = spec.scope === 'none' ? common : ({ ...common, access: 'session' } as const)
  return {
    ...spec,
    input,
    record,
    calls: {
      list: defineCall({
        ...read,
        key: spec.paths.list,
        method: 'GET',
        path: spec.paths.list,
        input: z.strictObject({
          ...PageInput,
          ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), spec.pageSize),
          ...filters,
        }),
        output: listOf(record),
      }),
      save: defineCall({
        ...common,
        key: spec.paths.save,
        method: 'POST',
        path: spec.paths.save,
        input,
        output: resultOf(record),
      }),
      remove: defineCall({
        ...common,
        key: spec.paths.remove,
        method: 'POST',
        path: spec.paths.remove,
        input: z.strictObject({ id: EntityId, ...named }) as unknown as RemoveInput,
        output: z.object({ message: z.string() }),
      }),
    },
    /** The list without pages, at most 500; mounted if `paths.all` names it. */
    allCall:
      spec.paths.all === undefined
        ? undefined
        : defineCall({
            ...read,
            key: spec.paths.all,
            method: 'GET',
            path: spec.paths.all,
            input: z.strictObject(filters),
            output: resultOf(z.array(record)),
          }),
  }
}

/** Any declared master, as generic code handles it. */
export type AnyMaster = Omit<ReturnType<typeof defineMaster<string, Fields, Shape, Shape, Shape>>, 'key'> & {
  key: MasterKey
}

function inputOf(spec: MasterSpec): z.ZodMiniType {
  const shape: Record<string, z.ZodMiniType> = { id: z.optional(EntityId), rev: z.optional(z.int()) }
  if (spec.inClient === true) shape.client_id = z.optional(EntityId)
  if (spec.asks === true) shape.is_confirmed = z.optional(Flag)
  for (const [name, field] of Object.entries(spec.fields)) {
    const isNeeded = field.required || field.kind === 'active'
    shape[name] = isNeeded ? checkOf(field) : z.optional(z.nullable(checkOf(field)))
  }
  return z.strictObject({ ...shape, ...spec.extra })
}

function recordOf(spec: MasterSpec): z.ZodMiniType {
  const shape: Record<string, z.ZodMiniType> = { id: EntityId, rev: z.int(), created: z.string() }
  for (const [name, field] of Object.entries(spec.fields))
    if (field.kind === 'secret') shape[`has_${name}`] = z.union([z.literal(0), z.literal(1)])
    else shape[name] = z.nullable(OUT[field.kind] ?? z.string())
  Object.assign(shape, spec.extra, spec.computed)
  for (const [name, knowledge] of Object.entries(spec.known ?? {}))
    if (knowledge && shape[name]) shape[name] = needs(knowledge, shape[name])
  return z.object(shape)
}

/** The shape of a stored value: older records may break a rule that was added later, but are still returned. */
const OUT: Partial<Record<Fields[string]['kind'], z.ZodMiniType>> = {
  port: z.number(),
  int: z.number(),
  percent: z.number(),
  points: z.number(),
  money: z.number(),
  flag: z.union([z.literal(0), z.literal(1)]),
  active: z.union([z.literal(0), z.literal(1)]),
  modalities: z.array(z.string()),
  references: z.array(z.string()),
  chargeMap: z.record(z.string(), z.number()),
}
