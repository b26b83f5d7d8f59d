type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Notes what has the focus, and what is selected in it or in the page. Returns the way to put both back, which does
 * nothing where the element is gone.
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

/** What is selected in a field; undefined in those that know no selection (a number, a check box). */
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
