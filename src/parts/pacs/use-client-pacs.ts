import { useEffect, useState } from 'react'
import { pacs } from '#contract/masters/pacs.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

interface Choice {
  value: string
  label: string
}

const choiceOf = ({ id, name }: { id: string; name: string | null }): Choice => ({
  value: id,
  label: name ?? '',
})

/**
 * Returns the image servers to choose from: this device's copies, or those of the client that the platform's
 * administrator views.
 */
export function useClientPacs(clientId: string | undefined): readonly Choice[] {
  const own = useMasters('pacs', {}, clientId === undefined)
  const [others, setOthers] = useState<readonly Choice[]>([])
  useEffect(() => {
    const { allCall } = pacs
    if (clientId === undefined || !allCall) return undefined
    const left = new AbortController()
    callApi(allCall, { client_id: clientId }, { signal: left.signal }).then(
      ({ result }) => setOthers(result.map(choiceOf)),
      () => setOthers([]),
    )
    return () => left.abort()
  }, [clientId])
  return clientId === undefined ? own.rows.map(choiceOf) : others
}
