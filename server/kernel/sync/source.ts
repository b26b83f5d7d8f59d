import type { SyncRow, SyncType } from '#contract/calls/sync.ts'
import type { Caller, Tx } from '../context.ts'

/** Kinds of scope, by their first word: `client`, `masters`, `people`, `persons`, `patients:<branch>`, `visits:<branch>`, `branch:<id>`, `doctor:<id>`, `user:<id>`. */
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

/** What a device keeps of a type: records that are not older than `from`. */
export interface SyncWindow {
  from: Date
}

type Put<Type extends SyncType> = Extract<SyncRow, { type: Type; op: 'put' }>

/** A record as it travels, under the rights of the reader who asked. */
export type SyncBody<Type extends SyncType> = {
  rev: number
  body: Put<Type>['body']
  /** The scopes that hold the record now, whoever asks. */
  scopes: readonly string[]
}

/** Which records a comparison is about: what the window keeps, and of that one day or all. */
export interface RevisionSpan {
  window: SyncWindow | undefined
  /** YYYY-MM-DD in UTC, empty for the records without a day. */
  day?: string | undefined
  /** What is shown for a time only is judged by this moment, as in `read`. */
  now: Date
}

/** One record as a comparison sees it. */
export interface Revision {
  id: string
  rev: number
  /** As in RevisionSpan. */
  day: string
  /** The one scope that it stands in, of a type with `rightsInScope`. */
  scope?: string
}

/**
 * One type of record that devices keep a copy of. The kernel knows when a record changed and who waits for it; the
 * feature knows how to read it and whom it may be shown to.
 */
export interface SyncSource<Type extends SyncType = SyncType> {
  type: Type
  /** The kinds of scope that hold records of this type. */
  scopes: readonly ScopeKind[]
  /** Bodies of those of `ids` that the caller may read now; the others are left out and thereby taken from the device. */
  read: (
    tx: Tx,
    caller: Caller,
    ids: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, SyncBody<Type>>>
  /**
   * Ids of the records in `scope`, newest first, by keyset: at most `limit` that come after the record `after`. The
   * record `after` itself may have left the scope in the meantime. `window` leaves out what is older, except what the
   * type keeps anyway (unsigned reports).
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
   * Id, revision and day of every record that a device with these scopes holds of the type: exactly what `backfill`
   * names for one of them and `read` would deliver. One statement, and no bodies.
   */
  revisions: (tx: Tx, caller: Caller, scopes: readonly string[], span: RevisionSpan) => Promise<Revision[]>
  /**
   * Names what a caller's rights say about the records of one scope, for a type whose records stand in one scope each:
   * readers with the same name share the sums of a scope, whatever else they hold.
   */
  rightsInScope?: (caller: Caller) => string
  /**
   * Ids of the records that belong to these branches although they stand in a scope of the whole client: who loses a
   * branch loses those of them that are no longer readable. Absent where there are none.
   */
  ofBranches?: (tx: Tx, caller: Caller, branchIds: readonly string[]) => Promise<string[]>
}

/** A source of some type or other. */
export type AnySyncSource = { [Type in SyncType]: SyncSource<Type> }[SyncType]
