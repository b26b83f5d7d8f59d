import { distinctUntilChanged, fromEvent, map, merge, type Observable, shareReplay, startWith } from 'rxjs'

/** What the link and the polls need to know of the page they run in; tests script it. */
export interface PageSigns {
  /** Whether a person can see the page: now, and at each change. */
  visible$: Observable<boolean>
  /** The machine's own word on its network: a hint, never the truth about our server. */
  network$: Observable<boolean>
}

/** Whether a person can see the page now. */
export const isVisible = () => document.visibilityState === 'visible'

/** The signs of the browser's page. */
export function browserPage(): PageSigns {
  return {
    visible$: fromEvent(document, 'visibilitychange').pipe(
      startWith(undefined),
      map(isVisible),
      distinctUntilChanged(),
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    network$: merge(
      fromEvent(window, 'online').pipe(map(() => true)),
      fromEvent(window, 'offline').pipe(map(() => false)),
    ),
  }
}
