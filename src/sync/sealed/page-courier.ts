import { filter } from 'rxjs'
import { callBare } from '../api/call-bare.ts'
import { currentDevice } from '../current-device.ts'
import { browserLink } from '../link/browser-link.ts'
import { DELIVER_MESSAGE } from './deliver-message.ts'

let isStarted = false
let lookNow: () => void = () => undefined

/** Looks for sealed work now: something was stored while the vault is locked. */
export const wakePageCourier = (): void => lookNow()

/**
 * Starts the courier of this page, signed in or not: work of locked vaults and of users who are not signed in leaves
 * this device all the same. The databases load in parallel with the first screen, not before it.
 */
export function startPageCourier(): void {
  if (isStarted || !('locks' in navigator) || !globalThis.indexedDB?.databases) return
  isStarted = true
  const link = browserLink()
  const online$ = link.state$.pipe(filter(({ online }) => online))
  const isOnline = () => link.state().online
  const started = Promise.all([import('./courier.ts'), import('./courier-ports.ts')]).then(
    ([{ startCourier }, { browserCourierPorts }]) =>
      startCourier({ ...browserCourierPorts(callBare), isOnline }, online$),
  )
  lookNow = () => void started.then((courier) => courier.look()).catch(() => undefined)
  // The service worker asks a page first: the page is awake, and it may have a key.
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ type?: unknown }>) => {
      if (data?.type !== DELIVER_MESSAGE) return
      ports[0]?.postMessage(true)
      currentDevice()?.wake()
      lookNow()
    },
  )
}
