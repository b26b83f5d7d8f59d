/** Printing starts so long after the paper is shown (spec 1 section 9). */
const PRINT_AFTER_MS = 500

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** The paper that a patient takes home: the text with its line breaks, and the code. `qr` is an address of data. */
export function accessPaper(title: string, text: string, qr: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>
  @page { margin: 20mm }
  body { font: 12pt/1.5 system-ui, sans-serif; color: #000; background: #fff; margin: 0 }
  p { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 10mm }
  img { width: 60mm; height: 60mm; image-rendering: pixelated }
</style></head>
<body><p>${escaped(text)}</p><img src="${escaped(qr)}" alt=""></body></html>`
}

let last: HTMLIFrameElement | undefined

/** Prints a page of its own, half a second after it was laid out. It may run no script. */
export function printHtml(html: string): void {
  last?.remove()
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.setAttribute('aria-hidden', 'true')
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;visibility:hidden'
  last = frame
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  frame.addEventListener('load', () => {
    setTimeout(() => {
      frame.contentWindow?.focus()
      frame.contentWindow?.print()
      URL.revokeObjectURL(url)
    }, PRINT_AFTER_MS)
  })
  frame.src = url
  document.body.append(frame)
}
