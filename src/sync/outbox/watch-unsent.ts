import { liveQuery, type Observable } from 'dexie'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { countUnacked } from './count-unacked.ts'

/** How many commands go out by themselves, anew at each change: what was refused waits for its person. */
export function watchUnsent(work: WorkDatabase): Observable<number> {
  return liveQuery(async () => {
    const [unacked, refused] = await Promise.all([
      countUnacked(work),
      work.outbox.where('state').equals('parked').count(),
    ])
    return unacked - refused
  })
}
