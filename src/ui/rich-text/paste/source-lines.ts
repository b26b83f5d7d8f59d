import { joinHardBreaks } from '#domain/report/hard-breaks.ts'

/** A page in the browser's PDF viewer: each line is a span, followed by such a break. */
const VIEWER_BREAK = 'br[role="presentation"]'

/** True if the clipboard was filled by a browser's PDF viewer. */
export function isOfPdfViewer(body: HTMLElement): boolean {
  return body.querySelector(VIEWER_BREAK) !== null
}

/** Replaces a PDF viewer's lines by paragraphs: most breaks come from the width of the page. */
export function joinViewerLines(body: HTMLElement): void {
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  const paragraphs = joinHardBreaks(body.textContent ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const paragraph = body.ownerDocument.createElement('p')
      paragraph.textContent = line.trim()
      return paragraph
    })
  body.replaceChildren(...paragraphs)
}

/** Turns the source's line ends into breaks if a style or tag makes them visible (WhatsApp messages, `pre`). */
export function keepSourceLines(body: HTMLElement): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const lined: Text[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.data.includes('\n') && showsLines(text.parentElement)) lined.push(text)
  }
  for (const text of lined) {
    const lines = (endsItsBlock(text) ? text.data.replace(/\r?\n$/, '') : text.data).split(/\r?\n/)
    text.replaceWith(
      ...lines.flatMap((line, i) => (i === 0 ? [line] : [text.ownerDocument.createElement('br'), line])),
    )
  }
}

const BLOCK = 'p,div,pre,li,td,th,blockquote,h1,h2,h3,h4,h5,h6'

/** A line end at the end of a block is invisible. */
function endsItsBlock(text: Text): boolean {
  const block = text.parentElement?.closest(BLOCK)
  for (let at: Node | null = text; at && at !== block; at = at.parentNode) if (at.nextSibling) return false
  return true
}

/** Checks the nearest element that defines how line ends are shown. */
function showsLines(element: Element | null): boolean {
  for (let at = element; at; at = at.parentElement) {
    const style = /white-space(?:-collapse)?\s*:\s*([\w-]+)/i.exec(at.getAttribute('style') ?? '')?.[1]
    if (style !== undefined) return /^(pre|preserve|break-spaces)/i.test(style)
    if (at.localName === 'pre') return true
  }
  return false
}
