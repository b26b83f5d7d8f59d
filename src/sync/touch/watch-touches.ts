import { liveQuery } from 'dexie'
import { from, type Observable } from 'rxjs'
import type { KnownPasskey, WorkDatabase } from '#src/db/work-database.ts'
import { findKnownPasskeys, findTouches } from '../session/vault/touch-keys.ts'

/** The user's passkeys, and which of them open the vault of this device. */
export interface TouchesHere {
  /** Credential ids of the passkeys that open this vault. */
  touches: readonly string[]
  /** The user's passkeys as the server last reported them; undefined if it was never asked. */
  known: readonly KnownPasskey[] | undefined
}

/** Emits the passkeys that open the vault here, now and whenever any page changes them. */
export function watchTouches(work: WorkDatabase): Observable<TouchesHere> {
  const read = async () => {
    const [touches, listed] = await Promise.all([findTouches(work), findKnownPasskeys(work)])
    return { touches, known: listed?.known }
  }
  return from(liveQuery(read))
}
