import { printInFrame } from '#src/ui/files/print-frame.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** Returns the paper that a patient takes home: the text with its line breaks, and the code. `qr` is a data URL. */
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

/** Prints a separate page, which may run no scripts. */
export function printHtml(html: string): void {
  void printInFrame(new Blob([html], { type: 'text/html' }), 'allow-same-origin allow-modals')
}
