import { liveQuery, type Observable } from 'dexie'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { countUnacked } from './count-unacked.ts'

/** Emits the number of commands that are sent automatically, at each change; refused ones wait for a person. */
export function watchUnsent(work: WorkDatabase): Observable<number> {
  return liveQuery(async () => {
    const [unacked, refused] = await Promise.all([
      countUnacked(work),
      work.outbox.where('state').equals('parked').count(),
    ])
    return unacked - refused
  })
}
