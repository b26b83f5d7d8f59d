import { useCallback, useEffect, useState } from 'react'
import { ownDeviceCalls } from '#contract/calls/own-devices.ts'
import { passkeyCalls } from '#contract/calls/passkeys.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { callApi, OfflineError } from '#src/sync/api/call-api.ts'

export type OwnAnswer = OutputOf<typeof ownDeviceCalls.list>['result']
export type PasskeysAnswer = OutputOf<typeof passkeyCalls.list>['result']

interface Known {
  own?: OwnAnswer
  passkeys?: PasskeysAnswer
  error?: Error
}

/**
 * Returns the person's devices, sign-ins and passkeys from the server; `refresh` reloads them and keeps the
 * old data shown.
 */
export function useMine(isOnline: boolean): Known & { refresh: () => void } {
  const [known, setKnown] = useState<Known>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isOnline || round < 0) return undefined
    const { signal, abort } = asking()
    const ask = async () => {
      try {
        const [own, passkeys] = await Promise.all([
          callApi(ownDeviceCalls.list, {}, { signal }),
          callApi(passkeyCalls.list, {}, { signal }),
        ])
        setKnown({ own: own.result, passkeys: passkeys.result })
      } catch (problem) {
        if (signal.aborted || problem instanceof OfflineError) return
        const error = problem instanceof Error ? problem : new Error(String(problem))
        setKnown((before) => ({ ...before, error }))
      }
    }
    void ask()
    return abort
  }, [isOnline, round])
  const refresh = useCallback(() => setRound((n) => n + 1), [])
  return { ...known, refresh }
}

function asking() {
  const asked = new AbortController()
  return { signal: asked.signal, abort: () => asked.abort() }
}
