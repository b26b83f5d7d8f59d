import { liveQuery } from 'dexie'
import { from, type Observable } from 'rxjs'
import type { KnownPasskey, WorkDatabase } from '#src/db/work-database.ts'
import { findKnownPasskeys, findTouches } from '../session/touch-keys.ts'

/** The person's passkeys and what they open on this device. */
export interface TouchesHere {
  /** Credential ids of the passkeys that open this vault. */
  touches: readonly string[]
  /** The person's passkeys as the server last said; undefined where it was never asked. */
  known: readonly KnownPasskey[] | undefined
}

/** What passkeys open here, now and whenever any page changes it. */
export function watchTouches(work: WorkDatabase): Observable<TouchesHere> {
  const read = async () => {
    const [touches, listed] = await Promise.all([findTouches(work), findKnownPasskeys(work)])
    return { touches, known: listed?.known }
  }
  return from(liveQuery(read))
}
