/**
 * Removes everything on the page except `host` from the document: screens, dialogs, notes, and later additions. The
 * nodes stay alive outside it, so that their components lose nothing. Returns a function that puts them back.
 */
export function holdPage(host: HTMLElement): () => void {
  const { body } = document
  const scrolled = noteScrolling(body)
  const styles = keepStyles(body)
  const held = document.createDocumentFragment()
  const take = (node: Node) => {
    if (node !== host && node.parentNode === body) held.append(node)
  }
  // Copied first: the live list shrinks during the loop.
  const children = [...body.childNodes]
  for (const node of children) take(node)
  const giveBack = lendChildrenOf(body, held, host)
  const watching = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) take(node)
  })
  watching.observe(body, { childList: true })

  return () => {
    watching.disconnect()
    giveBack()
    for (const style of styles) style.remove()
    body.insertBefore(held, host)
    scrolled()
  }
}

// The theme's variables and classes are among the application's nodes; the lock screen needs them too.
function keepStyles(body: HTMLElement): Element[] {
  const styles = [...body.querySelectorAll('style[data-mantine-styles]:not([data-mantine-styles="inline"])')]
  const copies = styles.map((style) => style.cloneNode(true) as Element)
  document.head.append(...copies)
  return copies
}

/**
 * Code that put a node into `body` may remove it, or insert another beside it, while it is in `held`: React and dialog
 * portals call the body for this, which would throw.
 */
function lendChildrenOf(body: HTMLElement, held: DocumentFragment, host: HTMLElement): () => void {
  const isOwn = (node: Node) => node === host
  const lent = {
    removeChild: <T extends Node>(node: T): T =>
      node.parentNode === held ? held.removeChild(node) : (Node.prototype.removeChild.call(body, node) as T),
    appendChild: <T extends Node>(node: T): T =>
      isOwn(node) ? (Node.prototype.appendChild.call(body, node) as T) : held.appendChild(node),
    insertBefore: <T extends Node>(node: T, next: Node | null): T =>
      isOwn(node)
        ? (Node.prototype.insertBefore.call(body, node, next) as T)
        : held.insertBefore(node, next?.parentNode === held ? next : null),
  }
  Object.assign(body, lent)
  return () => {
    for (const name of Object.keys(lent)) Reflect.deleteProperty(body, name)
  }
}

/**
 * Records the scroll positions of everything in `body`, which detached nodes lose. Returns a function that restores
 * them.
 */
function noteScrolling(body: HTMLElement): () => void {
  const root = document.scrollingElement
  const places = [...(root ? [root] : []), ...body.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }))
  const restore = () => {
    for (const { element, top, left } of places) {
      element.scrollTop = top
      element.scrollLeft = left
    }
  }
  return () => {
    restore()
    // Again once measured content (cards, charts) has its size, and the page its height, again.
    requestAnimationFrame(() => requestAnimationFrame(restore))
  }
}
