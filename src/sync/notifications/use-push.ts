import { useCallback, useEffect, useState } from 'react'
import { findPushState, keepPush, type PushState, turnPushOff, turnPushOn } from './push-subscription.ts'

/** The push switch: its state, undefined until it is known, and its setter. */
export interface PushSwitch {
  state: PushState | undefined
  isBusy: boolean
  error: Error | undefined
  turn: (isOn: boolean) => void
}

export function usePush(): PushSwitch {
  const [state, setState] = useState<PushState>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  useEffect(() => {
    findPushState().then(setState, () => setState('unsupported'))
  }, [])
  const turn = useCallback((isOn: boolean) => {
    setBusy(true)
    setError(undefined)
    const turned = isOn ? turnPushOn() : turnPushOff()
    turned.then(setState, setError).finally(() => setBusy(false))
  }, [])
  return { state, isBusy, error, turn }
}

/** Keeps the browser subscribed while the user wants push, at the start of a session and after each reconnect. */
export function useKeptPush(isOnline: boolean): void {
  useEffect(() => {
    if (isOnline) keepPush().catch(() => undefined)
  }, [isOnline])
}
