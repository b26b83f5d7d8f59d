import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { UPDATE_CHECK_MS } from '#domain/time/intervals.ts'
import { STOP_DELIVERING } from '#src/sync/sealed/deliver-message.ts'
import { isAnyEditorDirty, onDirtyChange } from '#src/ui/unsaved/dirty-editors.ts'

/** The page's connection to this build's worker, and whether a newer build waits. */
let page: Workbox | undefined
let isWaiting = false
const listeners = new Set<() => void>()

function setWaiting(next: boolean): void {
  isWaiting = next
  for (const listener of listeners) listener()
}

/** Registers the service worker, detects newer builds and reloads this tab once one has taken over. */
export async function watchForUpdates(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!container) return
  // The first worker ever claims a page that is already current: only a replaced worker requires a reload.
  let hadWorker = container.controller !== null
  container.addEventListener('controllerchange', () => {
    if (hadWorker) reloadWhenClean()
    hadWorker = true
  })
  try {
    const { Workbox } = await import('workbox-window')
    page = new Workbox('/sw.js')
    page.addEventListener('waiting', () => setWaiting(true))
    page.addEventListener('activated', () => setWaiting(false))
    await page.register({ immediate: true })
    askForUpdates(page)
  } catch (error) {
    console.warn('The service worker could not be registered; offline start is not available.', error)
  }
}

/** Checks for a newer build every hour, and whenever the page becomes visible. */
function askForUpdates(worker: Workbox): void {
  const ask = () => {
    if (document.visibilityState === 'visible') worker.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, UPDATE_CHECK_MS)
}

/** Another tab may have requested the update while an editor here holds text: this tab reloads once it is saved. */
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

/** Lets the waiting build take over; every tab reloads as soon as it holds no unsaved text. */
export function applyUpdate(): void {
  navigator.serviceWorker.controller?.postMessage({ type: STOP_DELIVERING })
  page?.messageSkipWaiting()
}

/** True while a newer build waits to take over. */
export function useUpdateWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isWaiting,
  )
}
