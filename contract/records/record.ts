import type * as z from 'zod/mini'

/**
 * Kinds of scope, by their first word: `client`, `masters`, `people`, `persons`, `patients:<branch>`,
 * `visits:<branch>`, `branch:<id>`, `doctor:<id>`, `user:<id>`.
 */
export type ScopeKind =
  | 'client'
  | 'masters'
  | 'people'
  | 'persons'
  | 'patients'
  | 'visits'
  | 'branch'
  | 'doctor'
  | 'user'

/** The fields of a copy that stay readable while its body is sealed. Times are milliseconds. */
export type ClearFields = Readonly<Record<string, string | number>>

/** Where devices keep the copies of a record. */
interface Copies<Body extends z.ZodMiniType, Table extends string, Clear extends ClearFields> {
  /** The table's name in the cache database. */
  table: Table
  /** The version of the cache database that added the table (src/db/cache-database.ts). */
  since: number
  /** Indexes besides `id` and `scope`, as Dexie writes them. */
  indexes?: readonly string[]
  /** Returns the clear fields of a body; without it a copy has none. */
  clear?: (body: z.output<Body>) => Clear
}

/**
 * A record that devices keep copies of, declared once: the wire's schema, the device's tables, sealing, checksums,
 * eviction and the server's windows are derived from it (CONTRIBUTING.md#a-new-synced-record-step-by-step).
 */
export interface RecordDeclaration<
  Type extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Table extends string = string,
  Clear extends ClearFields = ClearFields,
> {
  /** Its name on the wire. */
  type: Type
  /** Its shape on the wire. */
  body: Body
  /** The kinds of feed scope that hold it. */
  scopes: readonly ScopeKind[]
  copies: Copies<Body, Table, Clear>
  /** How many days devices keep it; a part is kept as long as its parent, a record without days for ever. */
  keptDays?: number
  /** The name under which the result of a command may carry it, or a list of it. */
  answer?: string
}

/** A record with a time of its own: it has a day, and devices remove it when it is older than `keptDays`. */
export interface DatedDeclaration<
  Time extends string,
  Type extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Table extends string = string,
  Clear extends ClearFields = ClearFields,
> extends RecordDeclaration<Type, Body, Table, Clear & Readonly<Record<Time, number>>> {
  /** The clear field with the time. */
  time: Time
  keptDays: number
}

/** A part of a study or visit: it shares the scopes, the day and the lifetime of its parent. */
export interface PartDeclaration<
  Parent extends 'study' | 'visit',
  Type extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Table extends string = string,
> extends RecordDeclaration<Type, Body, Table, Readonly<Record<Parent, string>>> {
  parent: Parent
  /** Its table at the server; `hides` if deleted rows stay there as hidden. */
  stored: { table: string; hides?: boolean }
}

type PartInput<
  Parent extends 'study' | 'visit',
  Type extends string,
  Body extends z.ZodMiniType,
  Table extends string,
> = Pick<PartDeclaration<Parent, Type, Body, Table>, 'type' | 'body' | 'stored' | 'answer'> & {
  copies: Pick<Copies<Body, Table, ClearFields>, 'table' | 'since'>
}

/** Returns the declaration with its exact types. */
export const defineRecord = <
  const Type extends string,
  Body extends z.ZodMiniType,
  const Table extends string,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- without `clear` a copy has no such fields
  Clear extends ClearFields = Readonly<Record<never, string>>,
>(
  declaration: RecordDeclaration<Type, Body, Table, Clear>,
): RecordDeclaration<Type, Body, Table, Clear> => declaration

/** Returns the declaration of a record with a time of its own. */
export const defineDatedRecord = <
  const Time extends string,
  const Type extends string,
  Body extends z.ZodMiniType,
  const Table extends string,
  Clear extends ClearFields & Readonly<Record<Time, number>>,
>(
  declaration: DatedDeclaration<Time, Type, Body, Table, Clear>,
): DatedDeclaration<Time, Type, Body, Table, Clear> => declaration

/** Returns the declaration of a part of a study, which its body names in `study_id`. */
export const defineStudyPart = <
  const Type extends string,
  Body extends z.ZodMiniType<{ study_id: string }>,
  const Table extends string,
>(
  part: PartInput<'study', Type, Body, Table>,
): PartDeclaration<'study', Type, Body, Table> => ({
  ...part,
  parent: 'study',
  scopes: ['branch', 'doctor'],
  copies: { ...part.copies, indexes: ['study'], clear: (body) => ({ study: body.study_id }) },
})

/** Returns the declaration of a part of a visit, which its body names in `appt_id`. */
export const defineVisitPart = <
  const Type extends string,
  Body extends z.ZodMiniType<{ appt_id: string }>,
  const Table extends string,
>(
  part: PartInput<'visit', Type, Body, Table>,
): PartDeclaration<'visit', Type, Body, Table> => ({
  ...part,
  parent: 'visit',
  scopes: ['visits'],
  copies: { ...part.copies, indexes: ['visit'], clear: (body) => ({ visit: body.appt_id }) },
})
