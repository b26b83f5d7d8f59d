import type { SyncRow } from '#contract/calls/sync.ts'
import type { ScopeKind } from '#contract/records/record.ts'
import { recordOf, type SyncType } from '#contract/records/records.ts'
import type { Caller, Tx } from '../context.ts'

/** The records of a type that a device keeps: those not older than `from`. */
export interface SyncWindow {
  from: Date
}

type Put<Type extends SyncType> = Extract<SyncRow, { type: Type; op: 'put' }>

/** A transmitted record, under the rights of the reader who asked. */
export type SyncBody<Type extends SyncType> = {
  rev: number
  body: Put<Type>['body']
  /** The scopes that hold the record now, no matter who asks. */
  scopes: readonly string[]
}

/** The records of a comparison: those in the window, of one day or of all. */
export interface RevisionSpan {
  window: SyncWindow | undefined
  /** YYYY-MM-DD in UTC, empty for the records without a day. */
  day?: string | undefined
  /** The moment at which temporarily shown records are judged, as in `read`. */
  now: Date
}

/** One record in a comparison. */
export interface Revision {
  id: string
  rev: number
  /** As in RevisionSpan. */
  day: string
  /** Its only scope, for a type with `rightsInScope`. */
  scope?: string
}

/**
 * One type of record that devices keep a copy of. The kernel knows when a record changed and who waits for it; the
 * feature knows how to read it and who may see it.
 */
export interface SyncSource<Type extends SyncType = SyncType> {
  type: Type
  /** The kinds of scope that hold records of this type. */
  scopes: readonly ScopeKind[]
  /** Bodies of those `ids` that the caller may read now; the others are omitted and thereby removed from the device. */
  read: (
    tx: Tx,
    caller: Caller,
    ids: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, SyncBody<Type>>>
  /**
   * Ids of the records in `scope`, newest first, by keyset: at most `limit` after the record `after`. The record
   * `after` itself may have left the scope meanwhile. `window` omits older records, except those that the type always
   * keeps (unsigned reports).
   */
  backfill: (
    tx: Tx,
    caller: Caller,
    scope: string,
    after: string | undefined,
    limit: number,
    window: SyncWindow | undefined,
  ) => Promise<string[]>
  /**
   * Id, revision and day of every record of the type that a device with these scopes holds: exactly those that
   * `backfill` returns for one of them and `read` would deliver. One statement, and no bodies.
   */
  revisions: (tx: Tx, caller: Caller, scopes: readonly string[], span: RevisionSpan) => Promise<Revision[]>
  /**
   * Names the caller's rights to the records of one scope, for types whose records have one scope each: readers with
   * the same name share the sums of a scope, whatever else they hold.
   */
  rightsInScope?: (caller: Caller) => string
  /**
   * Ids of the records that belong to these branches although their scope is the whole client: a person who loses a
   * branch loses those that are no longer readable. Absent if the type has none.
   */
  ofBranches?: (tx: Tx, caller: Caller, branchIds: readonly string[]) => Promise<string[]>
}

/** A source of some type or other. */
export type AnySyncSource = { [Type in SyncType]: SyncSource<Type> }[SyncType]

/** The part of a source that the record's declaration tells (contract/records). */
export const declaredSource = <Type extends SyncType>(type: Type) => ({ type, scopes: recordOf(type).scopes })
