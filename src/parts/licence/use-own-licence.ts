import { useEffect, useState } from 'react'
import { type LicenceState, ownClientCalls } from '#contract/calls/platform.ts'
import { isClientAdmin, isOfClient } from '#domain/access/rules.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'

/** The licence of the reader's client. */
export interface OwnLicence {
  /** Null if there is no licence; undefined until known, and for people who do not administer a client. */
  licence: LicenceState | null | undefined
  setLicence: (licence: LicenceState) => void
}

/** Loads the licence if the reader administers a client. */
export function useOwnLicence(): OwnLicence {
  const session = useSession()
  const { online } = useLink()
  const [licence, setLicence] = useState<LicenceState | null>()
  const isAsking = online && session !== undefined && isOfClient(session) && isClientAdmin(session)
  useEffect(() => {
    if (!isAsking) return undefined
    const left = new AbortController()
    callApi(ownClientCalls.licence, {}, { signal: left.signal }).then(
      ({ result }) => setLicence(result),
      // An unknown licence is not shown; the next opening retries.
      () => undefined,
    )
    return () => left.abort()
  }, [isAsking])
  return { licence, setLicence }
}
