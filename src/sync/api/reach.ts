import { Subject } from 'rxjs'

const reach = new Subject<boolean>()

/** Emits at the end of each call: true if our server answered, false if nothing came back. */
export const reach$ = reach.asObservable()

export function reportReach(answered: boolean): void {
  reach.next(answered)
}

const contact = new Subject<void>()

/** Emits at each answer to a call with this page's session: the vault's lease counts from the last one. */
export const contact$ = contact.asObservable()

export function reportContact(): void {
  contact.next()
}
