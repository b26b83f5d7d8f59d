import { useEffect } from 'react'
import { TICK_MS } from '#domain/time/intervals.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import type { SignOut } from './use-sign-out.ts'

/** While `isWaiting`, signs out automatically as soon as nothing waits any more. */
export function useWaitUntilSent(isWaiting: boolean, { signOut }: SignOut): void {
  const { waiting, sending, needsYou } = useQueue()
  const isEmpty = waiting + sending + needsYou === 0
  useEffect(() => {
    if (!isWaiting || !isEmpty) return undefined
    // A picture may follow its report: retry until that is sent, too.
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const attempt = async () => {
      if ((await signOut()) > 0 && !isStopped) timer = setTimeout(() => void attempt(), TICK_MS)
    }
    void attempt()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isWaiting, isEmpty, signOut])
}
