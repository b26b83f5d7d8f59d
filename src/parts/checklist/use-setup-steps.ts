import { useEffect, useState } from 'react'
import { debounceTime } from 'rxjs'
import { ownClientCalls } from '#contract/calls/platform.ts'
import { type SetupStep, setupStepsOf } from '#domain/access/setup-steps.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { masterNews$ } from '#src/sync/masters/master-news.ts'
import { useSession } from '#src/sync/session/session.ts'

export interface SetupState {
  step: SetupStep
  is_done: boolean
}

const SETTLED_MS = 300
const NONE: readonly SetupState[] = []

/** What the reader's client is still to be set up by; asked again as this page changes a master. */
export function useSetupSteps(): readonly SetupState[] {
  const session = useSession()
  const { online } = useLink()
  const [steps, setSteps] = useState(NONE)
  const isAsking = online && session !== undefined && setupStepsOf(session).length > 0
  useEffect(() => {
    if (!isAsking) return undefined
    const left = new AbortController()
    const ask = () =>
      callApi(ownClientCalls.setupState, {}, { signal: left.signal }).then(
        ({ result }) => setSteps(result.steps),
        // What was known stays; the next change asks again.
        () => undefined,
      )
    void ask()
    const news = masterNews$.pipe(debounceTime(SETTLED_MS)).subscribe(() => void ask())
    return () => {
      left.abort()
      news.unsubscribe()
    }
  }, [isAsking])
  return isAsking ? steps : NONE
}
