import { EMPTY, interval, map, type Observable, switchMap } from 'rxjs'
import type { PageSigns } from './page.ts'

/**
 * Emits every `ms` milliseconds; with `whileVisible` only while the page is visible, restarting each time it becomes
 * visible. Intervals are defined in domain/time/intervals.ts.
 */
export function pollEvery(
  ms: number,
  whileVisible: boolean,
  page: Pick<PageSigns, 'visible$'>,
): Observable<void> {
  const ticks = interval(ms).pipe(map(() => undefined))
  if (!whileVisible) return ticks
  return page.visible$.pipe(switchMap((visible) => (visible ? ticks : EMPTY)))
}
