import { useEffect, useState } from 'react'
import { debounceTime } from 'rxjs'
import { useLink } from '../link/use-link.ts'
import { masterNews$ } from './master-news.ts'

/** Several masters that change together cause one query. */
const SETTLED_MS = 300

/**
 * Returns the server's answer about the masters, refreshed when this page changes one; `none` before the first answer,
 * offline, and while `isWanted` is false. `ask` must be the same function at each call. A failed query keeps the last
 * answer; the next change queries again.
 */
export function useMastersAnswer<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { isWanted, none }: { isWanted: boolean; none: Answer },
): Answer {
  const { online } = useLink()
  const [answer, setAnswer] = useState(none)
  const isAsking = online && isWanted
  useEffect(() => {
    if (!isAsking) return undefined
    const left = new AbortController()
    const askNow = () => ask(left.signal).then(setAnswer, () => undefined)
    void askNow()
    const news = masterNews$.pipe(debounceTime(SETTLED_MS)).subscribe(() => void askNow())
    return () => {
      left.abort()
      news.unsubscribe()
    }
  }, [isAsking, ask])
  return isAsking ? answer : none
}
