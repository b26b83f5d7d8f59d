type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Records the focused element, and the selection in it or in the page. Returns a function that restores both, which
 * does nothing if the element is gone.
 */
export function noteFocus(): () => void {
  const focused = document.activeElement
  const part = isField(focused) ? partOf(focused) : undefined
  const page = part ? undefined : pageSelection()
  return () => {
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    if (part && isField(focused) && focused.isConnected) focused.setSelectionRange(...part)
    if (page?.every(({ node }) => node.isConnected)) {
      const [anchor, end] = page
      getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, end.node, end.offset)
    }
  }
}

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** The selection of a field; undefined for fields without one (a number, a check box). */
function partOf({ selectionStart, selectionEnd, selectionDirection }: Field) {
  if (selectionStart === null || selectionEnd === null) return undefined
  return [selectionStart, selectionEnd, selectionDirection ?? 'none'] as const
}

interface Point {
  node: Node
  offset: number
}

function pageSelection(): [Point, Point] | undefined {
  const selection = getSelection()
  if (!selection?.anchorNode || !selection.focusNode) return undefined
  return [
    { node: selection.anchorNode, offset: selection.anchorOffset },
    { node: selection.focusNode, offset: selection.focusOffset },
  ]
}
