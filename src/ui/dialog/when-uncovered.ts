import { findTopmost } from './topmost.ts'

/**
 * Calls `act` once no dialog or drawer covers the page: at once if none does, else when the last one is gone, because
 * elements beneath a dialog may not take the focus. Returns a cancel function.
 */
export function whenUncovered(act: () => void): () => void {
  if (!findTopmost()) {
    act()
    return () => undefined
  }
  const watch = new MutationObserver(() => {
    if (findTopmost()) return
    watch.disconnect()
    act()
  })
  watch.observe(document.body, { subtree: true, childList: true })
  return () => watch.disconnect()
}
