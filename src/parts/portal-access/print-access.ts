import { LANGUAGE_FACTS, type Language } from '#domain/language/languages.ts'
import { printInFrame } from '#src/ui/files/print-frame.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

export interface AccessPaper {
  title: string
  text: string
  /** A data URL. */
  qr: string
  /** English where it is not said. */
  language?: Language
}

/** Returns the paper that a patient takes home: the text with its line breaks, and the code. */
export function accessPaper({ title, text, qr, language = 'en' }: AccessPaper): string {
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGE_FACTS[language].dir}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>
  @page { margin: 20mm }
  body { font: 12pt/1.5 system-ui, sans-serif; color: #000; background: #fff; margin: 0 }
  p { white-space: pre-wrap; unicode-bidi: plaintext; overflow-wrap: anywhere; margin: 0 0 10mm }
  img { width: 60mm; height: 60mm; image-rendering: pixelated }
</style></head>
<body><p dir="auto">${escaped(text)}</p><img src="${escaped(qr)}" alt=""></body></html>`
}

/** Prints a separate page, which may run no scripts. */
export function printHtml(html: string): void {
  void printInFrame(new Blob([html], { type: 'text/html' }), 'allow-same-origin allow-modals')
}
