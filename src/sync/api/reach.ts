import { Subject } from 'rxjs'

const reach = new Subject<boolean>()

/** Each end of a call: true where our server answered, false where nothing of it came back. */
export const reach$ = reach.asObservable()

export function reportReach(answered: boolean): void {
  reach.next(answered)
}

const contact = new Subject<void>()

/** Each call that the server answered for the session of this page: the lease of the vault counts from the last. */
export const contact$ = contact.asObservable()

export function reportContact(): void {
  contact.next()
}
