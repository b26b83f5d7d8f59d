/** Marks what lies beneath the lock; lock.css hides it with all that it holds. */
const COVERED = 'data-under-lock'

/**
 * Covers everything on the page but `lock`, dialogs and what is added later included: it stays as it is, but can be
 * neither read nor reached. Returns the way to uncover it, which puts the focus back to `focused`.
 */
export function coverPage(lock: HTMLElement, focused: Element | null): () => void {
  const covered = new Set<HTMLElement>()
  const cover = (node: Node) => {
    if (!(node instanceof HTMLElement) || node === lock) return
    // What was out of reach before is left so afterwards.
    if (!node.inert) covered.add(node)
    node.inert = true
    node.setAttribute(COVERED, '')
  }
  for (const node of document.body.children) cover(node)
  const watching = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) cover(node)
  })
  watching.observe(document.body, { childList: true })

  return () => {
    watching.disconnect()
    for (const node of document.querySelectorAll(`[${COVERED}]`)) node.removeAttribute(COVERED)
    for (const node of covered) node.inert = false
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
