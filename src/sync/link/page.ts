import { distinctUntilChanged, fromEvent, map, merge, type Observable, shareReplay, startWith } from 'rxjs'

/** The page signals that the link and the polls need; tests replace them. */
export interface PageSigns {
  /** Whether the page is visible: now, and at each change. */
  visible$: Observable<boolean>
  /** The machine's own network state: a hint, never proof about our server. */
  network$: Observable<boolean>
}

/** Whether the page is visible now. */
export const isVisible = () => document.visibilityState === 'visible'

/** The signals of the browser's page. */
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
