import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'

/** A record of a master as its table holds it. */
export interface StoredRow {
  client_id: string
  id: string
  rev: number
  created: Date
  hidden: Date | null
  readonly [column: string]: unknown
}

/** Builds conditions over a master's table, which every query of the engine calls `m`. */
export type MasterExpressions = ExpressionBuilder<{ m: StoredRow }, 'm'>

/** What a save of the master carries, checked. */
export type SavedInput<M extends AnyMaster> = z.output<M['input']>

/** Who reads, and in which transaction. */
export interface Reading {
  tx: Tx
  caller: Caller
}

/** What a master needs beside its fields. Everything here is optional: a simple master has none of it. */
export interface MasterHooks<M extends AnyMaster> {
  /**
   * Before a record is written: checks beyond the fields (throws Refusal); returns columns to add or to change.
   * `before` is undefined for a new one.
   */
  prepare?: (
    input: SavedInput<M>,
    before: StoredRow | undefined,
    ctx: Context,
  ) => Promise<Readonly<Record<string, unknown>> | undefined>
  /** After it was written, in the same transaction: rows of its own (`extra`), other records to announce. */
  afterSave?: (id: string, input: SavedInput<M>, before: StoredRow | undefined, ctx: Context) => Promise<void>
  /** What `extra` and `computed` add to the records, by id; one statement for all rows. */
  complete?: (
    rows: readonly StoredRow[],
    reading: Reading,
  ) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>
  /**
   * The revision of the caller's record, over the table as `m`, where `complete` puts it together from more than the
   * row: a sum, so that it rises with each part.
   */
  revision?: (caller: Caller) => Expression<number>
  /** Narrows lists, copies and writes to what the caller may see (own shortcuts). */
  visible?: (eb: MasterExpressions, caller: Caller) => Expression<SqlBool>
  /** Filters of the list that are no field's name; undefined where none of them is set. */
  filter?: (
    eb: MasterExpressions,
    filters: Readonly<Record<string, string>>,
    caller: Caller,
  ) => Expression<SqlBool> | undefined
  /**
   * Where the record is used beside other masters, in words ('3 studies'): not empty refuses its deletion. What other
   * masters name it in their reference fields is found without it.
   */
  usedIn?: (id: string, ctx: Context) => Promise<string[]>
  /** Before it is hidden: may it go (throws Refusal), and what goes with it. */
  beforeRemove?: (row: StoredRow, ctx: Context) => Promise<void>
}

/** A master with its hooks, as the engine's functions handle it. */
export interface MountedMaster {
  master: AnyMaster
  hooks: MasterHooks<AnyMaster>
}

/** Puts a master and its hooks together; from here on the engine handles it like any other. */
export function hooked<M extends AnyMaster>(master: M, hooks: MasterHooks<M> = {}): MountedMaster {
  return { master, hooks }
}
