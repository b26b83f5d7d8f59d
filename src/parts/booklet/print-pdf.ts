import { PRINT_DELAY_MS } from '#domain/time/intervals.ts'

/** Printing starts so long after the paper is shown (spec 1 section 9). */
export const PRINT_AFTER_MS = PRINT_DELAY_MS

let last: HTMLIFrameElement | undefined

/** Opens the browser's print dialog for a PDF of this page, half a second after it was loaded. */
export function printPdf(pdf: Blob): Promise<void> {
  last?.remove()
  // Browsers show no PDF in a sandboxed frame; this one was made by this page's own worker.
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;visibility:hidden'
  frame.setAttribute('aria-hidden', 'true')
  last = frame
  const url = URL.createObjectURL(pdf)
  return new Promise((done) => {
    frame.addEventListener('load', () => {
      setTimeout(() => {
        frame.contentWindow?.focus()
        frame.contentWindow?.print()
        done()
      }, PRINT_AFTER_MS)
    })
    frame.src = url
    document.body.append(frame)
  })
}
