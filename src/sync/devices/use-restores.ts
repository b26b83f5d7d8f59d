import { useEffect, useState } from 'react'
import { deviceCalls, type RestoreReport } from '#contract/calls/devices.ts'
import { callApi } from '../api/call-api.ts'

/** Returns the reports of the client's restores, newest first; none while the server cannot be reached. */
export function useRestores(isOnline: boolean): readonly RestoreReport[] {
  const [reports, setReports] = useState<readonly RestoreReport[]>([])
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    callApi(deviceCalls.restores, {}, { signal: asked.signal }).then(
      ({ result }) => setReports(result),
      // The list of devices beside it shows the error.
      () => undefined,
    )
    return () => asked.abort()
  }, [isOnline])
  return reports
}
