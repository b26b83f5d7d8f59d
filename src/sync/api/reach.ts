import { Subject } from 'rxjs'

const reach = new Subject<boolean>()

/** Each end of a call: true where our server answered, false where nothing of it came back. */
export const reach$ = reach.asObservable()

export function reportReach(answered: boolean): void {
  reach.next(answered)
}
