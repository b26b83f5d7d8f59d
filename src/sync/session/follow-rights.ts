import { concatMap, type Observable, type Subscription } from 'rxjs'
import type { WorkDatabase } from '#src/db/work-database.ts'

/** The rights mark at the last refresh of the stored session (work.meta), with the id of that session. */
const RIGHTS_ID = 'rights'

interface RightsPorts {
  /** The id of the session that calls use now. */
  sessionId: () => string | undefined
  /** Refreshes the session from the server and stores it; throws if the request fails. */
  renew: () => Promise<void>
}

/**
 * Refreshes the session whenever the server applies other rights than at the last refresh: also at the first mark that
 * a page receives, because rights may have changed while the device was off or offline. If the refresh fails, the next
 * mark repeats it; each pull brings one (server/kernel/sync/pull/rights-mark.ts).
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
    // Nobody is signed in any more, or somebody else: the refresh belongs to no stored session.
    if (text !== `${sessionId() ?? ''} ${mark}`) return
    await work.meta.put({ id: RIGHTS_ID, value: 0, text })
    known = text
  }
  return rights$.pipe(concatMap((mark) => follow(mark).catch(() => undefined))).subscribe()
}
