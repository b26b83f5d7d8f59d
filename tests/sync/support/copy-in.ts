import type { SyncBodyOf, SyncType } from '#contract/records/records.ts'
import { copyOf } from '#src/sync/pull/copies.ts'

/** Returns the copy of a record in a scope, ready to be sealed. */
export const copyIn = <Type extends SyncType>(
  type: Type,
  body: SyncBodyOf<Type> & { id: string; rev: number },
  scope: string,
) => copyOf<Type>({ type, id: body.id, rev: body.rev, scope, body })
