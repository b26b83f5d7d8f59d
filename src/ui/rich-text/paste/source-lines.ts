import { joinHardBreaks } from '#domain/report/hard-breaks.ts'

/** A page in the browser's own PDF viewer: each line a span of its own, with such a break behind it. */
const VIEWER_BREAK = 'br[role="presentation"]'

/** True where the clipboard was filled by the PDF viewer of a browser. */
export function isOfPdfViewer(body: HTMLElement): boolean {
  return body.querySelector(VIEWER_BREAK) !== null
}

/** Replaces the lines of a PDF viewer by paragraphs: the width of the page broke most of them. */
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

/** Where a style or tag says that line ends of the source are seen (messages of WhatsApp, `pre`), makes them breaks. */
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

/** A line end at the end of a block is not seen. */
function endsItsBlock(text: Text): boolean {
  const block = text.parentElement?.closest(BLOCK)
  for (let at: Node | null = text; at && at !== block; at = at.parentNode) if (at.nextSibling) return false
  return true
}

/** Asks the nearest element that says how line ends are shown. */
function showsLines(element: Element | null): boolean {
  for (let at = element; at; at = at.parentElement) {
    const style = /white-space(?:-collapse)?\s*:\s*([\w-]+)/i.exec(at.getAttribute('style') ?? '')?.[1]
    if (style !== undefined) return /^(pre|preserve|break-spaces)/i.test(style)
    if (at.localName === 'pre') return true
  }
  return false
}
