import { useCallback, useEffect, useState } from 'react'
import { consentCalls, type SentConsentLink } from '#contract/calls/consents.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { browserPage } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'

/** While a message is on its way its outcome is looked for this often. */
const WATCH_MS = 2_000

interface Answer {
  sent: readonly SentConsentLink[]
  /** Which asking it answers. */
  round: number
}

/** What became of the links that were sent for a visit; none where it cannot be asked now. */
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
      // What is shown stays: making and sending a link must not fail with the look at the earlier ones.
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
