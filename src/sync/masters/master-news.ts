import { Subject } from 'rxjs'
import type { MasterKey } from '#contract/masters/keys.ts'

const news = new Subject<MasterKey>()

/** Says which master was changed from this page: lists that are the server's ask again. */
export const masterNews$ = news.asObservable()

export function announceMaster(key: MasterKey): void {
  news.next(key)
}
