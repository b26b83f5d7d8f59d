import { concatMap, type Observable, type Subscription } from 'rxjs'
import type { WorkDatabase } from '#src/db/work-database.ts'

/** The rights that the kept session was last asked for under (work.meta), with the id of that session. */
const RIGHTS_ID = 'rights'

interface RightsPorts {
  /** The id of the session that calls go out under now. */
  sessionId: () => string | undefined
  /** Asks the server for the session anew and keeps it; throws where it cannot be asked. */
  renew: () => Promise<void>
}

/**
 * Asks for the session anew whenever the server judges the person by other rights than the kept session was asked for
 * under: also by the first mark that a page hears, as rights may have changed while the device was off or offline.
 * Where asking fails it is done again at the next mark, which each pull brings (server/kernel/sync/rights-mark.ts).
 */
export function followRights(
  work: WorkDatabase,
  rights$: Observable<string>,
  { sessionId, renew }: RightsPorts,
): Subscription {
  let known: string | undefined
  const follow = async (mark: string) => {
    const text = `${sessionId() ?? ''} ${mark}`
    known ??= (await work.meta.get(RIGHTS_ID))?.text
    if (text === known) return
    await renew()
    // Nobody is signed in any more, or somebody else: what was asked for is of no session that is kept.
    if (text !== `${sessionId() ?? ''} ${mark}`) return
    await work.meta.put({ id: RIGHTS_ID, value: 0, text })
    known = text
  }
  return rights$.pipe(concatMap((mark) => follow(mark).catch(() => undefined))).subscribe()
}
