import { useCallback, useEffect, useState } from 'react'
import { Subject, startWith, switchMap } from 'rxjs'
import { type DeviceItem, deviceCalls } from '#contract/calls/devices.ts'
import { DEVICE_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi, OfflineError } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

export interface DeviceList {
  /** Undefined until the first answer. */
  devices: readonly DeviceItem[] | undefined
  /** When the server last answered. */
  asOf: Date | undefined
  /** Why the last request was refused; being offline is no refusal. */
  error: Error | undefined
  /** Refreshes at once. */
  refresh: () => void
}

type Known = Omit<DeviceList, 'refresh'>
const NOTHING: Known = { devices: undefined, asOf: undefined, error: undefined }

/** Returns the client's devices as the server knows them, polled each minute while the page is visible and online. */
export function useDeviceList(isOnline: boolean): DeviceList {
  const [known, setKnown] = useState(NOTHING)
  const [asks$] = useState(() => new Subject<void>())
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    const ask = async () => {
      try {
        const { result } = await callApi(deviceCalls.list, {}, { signal: asked.signal })
        setKnown({ devices: result, asOf: new Date(), error: undefined })
      } catch (error) {
        if (asked.signal.aborted || error instanceof OfflineError) return
        setKnown((before) => ({
          ...before,
          error: error instanceof Error ? error : new Error(String(error)),
        }))
      }
    }
    const ticks$ = asks$.pipe(
      startWith(undefined),
      switchMap(() => pollEvery(DEVICE_LIST_REFRESH_MS, true, browserPage()).pipe(startWith(undefined))),
    )
    const subscription = ticks$.subscribe(() => void ask())
    return () => {
      subscription.unsubscribe()
      asked.abort()
    }
  }, [isOnline, asks$])
  const refresh = useCallback(() => asks$.next(), [asks$])
  return { ...known, refresh }
}
