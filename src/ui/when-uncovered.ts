import { findTopmost } from './topmost.ts'

/**
 * Calls `act` once no dialog or drawer lies over the page: at once where none does, else when the last one is gone, as
 * what is beneath a dialog may not take the focus. Returns the way to give up waiting.
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
