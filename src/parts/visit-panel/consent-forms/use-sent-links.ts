import { useCallback, useEffect, useState } from 'react'
import { consentCalls, type SentConsentLink } from '#contract/calls/consents.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { browserPage } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'

/** Polling interval while a message is being sent. */
const WATCH_MS = 2_000

interface Answer {
  sent: readonly SentConsentLink[]
  /** The request that this answers. */
  round: number
}

/** Returns the status of the links sent for a visit; empty if it cannot be loaded now. */
export function useSentLinks(visitId: string, isWanted: boolean) {
  const [{ sent }, setAnswer] = useState<Answer>({ sent: [], round: 0 })
  const [round, setRound] = useState(0)
  const refresh = useCallback(() => setRound((now) => now + 1), [])
  const isWaiting = sent.some(({ state }) => state === 'Waiting')
  useEffect(() => {
    if (!isWanted) return undefined
    const left = new AbortController()
    callApi(consentCalls.sentLinks, { appt_id: visitId }, { signal: left.signal }).then(
      ({ result }) => setAnswer({ sent: result, round }),
      // Keep the current list: creating and sending a link must not fail because earlier ones cannot be loaded.
      () => undefined,
    )
    return () => left.abort()
  }, [visitId, isWanted, round])
  useEffect(() => {
    if (!isWaiting || !isWanted) return undefined
    const watch = pollEvery(WATCH_MS, true, browserPage()).subscribe(refresh)
    return () => watch.unsubscribe()
  }, [isWaiting, isWanted, refresh])
  return { sent, refresh }
}
