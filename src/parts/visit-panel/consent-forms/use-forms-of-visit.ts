import { useCallback, useEffect, useState } from 'react'
import { consentCalls } from '#contract/calls/consents.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'

/** What the server knows about a form at a visit: its link and its consents. */
export type FormOfVisit = OutputOf<typeof consentCalls.formsOfVisit>['result'][number]

interface Asked {
  key: string
  forms?: readonly FormOfVisit[]
  error?: Error
}

/** Returns the links of a visit's forms; loaded while online, and again on `refresh`. */
export function useFormsOfVisit(visitId: string, isWanted: boolean) {
  const [asked, setAsked] = useState<Asked>({ key: '' })
  const [round, setRound] = useState(0)
  const key = `${visitId} ${round}`
  useEffect(() => {
    if (!isWanted) return undefined
    const left = new AbortController()
    callApi(consentCalls.formsOfVisit, { appt_id: visitId }, { signal: left.signal }).then(
      ({ result }) => setAsked({ key, forms: result }),
      (error: Error) => {
        if (!left.signal.aborted) setAsked({ key, error })
      },
    )
    return () => left.abort()
  }, [visitId, isWanted, key])
  const refresh = useCallback(() => setRound((now) => now + 1), [])
  return { forms: asked.forms, error: asked.key === key ? asked.error : undefined, refresh }
}
