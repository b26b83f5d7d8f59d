import { Subject } from 'rxjs'

/** The end of a call: our server answered a request of `asked`, or nothing came back. */
export type Reach = { answered: true; asked: Date } | { answered: false }

const reach = new Subject<Reach>()

/** Emits at the end of each call. */
export const reach$ = reach.asObservable()

export function reportReach(end: Reach): void {
  reach.next(end)
}

const contact = new Subject<void>()

/** Emits at each answer to a call with this page's session: the vault's lease counts from the last one. */
export const contact$ = contact.asObservable()

export function reportContact(): void {
  contact.next()
}
