import { useSyncExternalStore } from 'react'
import { UPDATE_CHECK_MS } from '#domain/time/intervals.ts'
import { isAnyEditorDirty, onDirtyChange } from '#src/ui/dirty-editors.ts'

let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

function setWaiting(worker: ServiceWorker | undefined): void {
  waiting = worker
  for (const listener of listeners) listener()
}

/** Registers the service worker, notices newer builds and reloads this tab once one took over. */
export function watchForUpdates(): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!container) return
  // The first worker ever claims a page that is current already: only a replaced one calls for a reload.
  let hadWorker = container.controller !== null
  container.addEventListener('controllerchange', () => {
    if (hadWorker) reloadWhenClean()
    hadWorker = true
  })
  container.register('/sw.js').then(watchRegistration, (error: unknown) => {
    console.warn('The service worker could not be registered; offline start is not available.', error)
  })
}

function watchRegistration(registration: ServiceWorkerRegistration): void {
  const look = () => setWaiting(registration.waiting ?? undefined)
  const ask = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, UPDATE_CHECK_MS)
  look()
}

/** Another tab may have asked for the update while an editor here holds text: this tab reloads when it is kept. */
function reloadWhenClean(): void {
  if (!isAnyEditorDirty()) {
    location.reload()
    return
  }
  const stop = onDirtyChange(() => {
    if (isAnyEditorDirty()) return
    stop()
    location.reload()
  })
}

/** Lets the waiting build take over; every tab reloads as soon as it holds no unkept text. */
export function applyUpdate(): void {
  waiting?.postMessage({ type: 'SKIP_WAITING' })
}

/** True while a newer build waits to take over. */
export function useUpdateWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== undefined,
  )
}
