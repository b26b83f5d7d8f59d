import { Subject } from 'rxjs'
import type { MasterKey } from '#contract/masters/engine/keys.ts'

const news = new Subject<MasterKey>()

/** Emits which master was changed from this page: server lists then query again. */
export const masterNews$ = news.asObservable()

export function announceMaster(key: MasterKey): void {
  news.next(key)
}
