import { liveQuery } from 'dexie'
import { from, type Observable } from 'rxjs'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { findTouches } from '../session/touch-keys.ts'

/** The credential ids of the passkeys that open this vault, now and whenever any page changes them. */
export function watchTouches(work: WorkDatabase): Observable<readonly string[]> {
  return from(liveQuery(() => findTouches(work)))
}
