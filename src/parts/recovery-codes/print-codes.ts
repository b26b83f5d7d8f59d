import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { printInFrame } from '#src/ui/files/print-frame.ts'
import { RECOVERY_WORDS as WORDS } from './words.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Prints the codes of `name` on one page. */
export function printCodes(codes: readonly string[], name: string): void {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${WORDS.paperTitle}</title>
<style>body{font:14px sans-serif;margin:2cm}li{font:18px monospace;margin:.4em 0}</style>
<h1>${WORDS.paperTitle}</h1><p>${escaped(WORDS.paperHint(name, formatDate(new Date(), branchZone())))}</p>
<ol>${codes.map((code) => `<li>${escaped(code)}</li>`).join('')}</ol></html>`
  void printInFrame(new Blob([html], { type: 'text/html' }), 'allow-same-origin allow-modals')
}
