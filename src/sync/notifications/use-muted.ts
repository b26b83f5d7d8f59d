import { useCallback, useState } from 'react'
import { notificationCalls } from '#contract/calls/notifications.ts'
import type { MutableKind } from '#domain/notification/kinds.ts'
import { callApi } from '../api/call-api.ts'
import { useCall } from '../api/use-call.ts'

/** The muted kinds; undefined until the server answered. */
export interface Muted {
  kinds: readonly MutableKind[] | undefined
  error: Error | undefined
  isBusy: boolean
  /** Mutes or unmutes a kind. */
  set: (kind: MutableKind, isMuted: boolean) => void
}

export function useMuted(isOnline: boolean): Muted {
  const asked = useCall(notificationCalls.getSettings, {}, isOnline)
  const [chosen, setChosen] = useState<readonly MutableKind[]>()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const kinds = chosen ?? asked.answer?.result.muted
  const set = useCallback(
    (kind: MutableKind, isMuted: boolean) => {
      const others = (kinds ?? []).filter((one) => one !== kind)
      setBusy(true)
      setError(undefined)
      callApi(notificationCalls.saveSettings, { muted: isMuted ? [...others, kind] : others })
        .then(({ result }) => setChosen(result.muted), setError)
        .finally(() => setBusy(false))
    },
    [kinds],
  )
  return { kinds, error: error ?? asked.error, isBusy, set }
}
