import { EMPTY, interval, map, type Observable, switchMap } from 'rxjs'
import type { PageSigns } from './page.ts'

/**
 * A tick each `ms`; with `whileVisible` only while a person can see the page, beginning anew with each look.
 * Intervals stand in domain/time/intervals.ts.
 */
export function every(
  ms: number,
  whileVisible: boolean,
  page: Pick<PageSigns, 'visible$'>,
): Observable<void> {
  const ticks = interval(ms).pipe(map(() => undefined))
  if (!whileVisible) return ticks
  return page.visible$.pipe(switchMap((visible) => (visible ? ticks : EMPTY)))
}
