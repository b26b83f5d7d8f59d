import { useEffect, useState } from 'react'
import { debounceTime } from 'rxjs'
import { useLink } from '../link/use-link.ts'
import { masterNews$ } from './master-news.ts'

/** Several masters that are changed at once are asked about once. */
const SETTLED_MS = 300

/**
 * What the server says of the masters, asked anew as this page changes one; `none` before the first answer, without the
 * network, and while `isWanted` is false. `ask` must be the same function at each call. A failed question leaves what was
 * known; the next change asks again.
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
