import { useEffect, useState } from 'react'
import { startWith } from 'rxjs'
import { directoryCalls, type PacsStatus } from '#contract/calls/directory.ts'
import { IMAGE_SERVER_CHECK_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

const NONE: readonly PacsStatus[] = []

/**
 * Returns the status of the client's image servers, or of those of the client that the platform administrator inspects,
 * polled while the page is visible; none while offline.
 */
export function useImageServers(isOnline: boolean, clientId?: string): readonly PacsStatus[] {
  const [servers, setServers] = useState(NONE)
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    const ask = () =>
      callApi(directoryCalls.pacsStatus, clientId === undefined ? {} : { client_id: clientId }, {
        signal: asked.signal,
      }).then(
        ({ result }) => setServers(result),
        // The last status may no longer be true.
        () => setServers(NONE),
      )
    const ticks = pollEvery(IMAGE_SERVER_CHECK_MS, true, browserPage()).pipe(startWith(undefined))
    const subscription = ticks.subscribe(() => void ask())
    return () => {
      subscription.unsubscribe()
      asked.abort()
    }
  }, [isOnline, clientId])
  return isOnline ? servers : NONE
}
