import { PRINT_DELAY_MS } from '#domain/time/intervals.ts'
import { dropPageAddress, makePageAddress } from '#src/sync/files/page-addresses.ts'
import { lockState, onceLocked } from '#src/sync/session/lock/lock-state.ts'

/**
 * Milliseconds between showing a paper and opening the print dialog; browsers print a blank page before it is drawn.
 */
export const PRINT_AFTER_MS = PRINT_DELAY_MS

let dropLast: (() => void) | undefined

// The printed paper leaves the page with the lock.
onceLocked(() => dropLast?.())

/**
 * Opens the browser's print dialog for a paper in an invisible frame, half a second after it has loaded. `sandbox`
 * limits what the frame may do; without it everything is allowed. Settles when the dialog was opened, or the frame
 * removed: a locked page prints nothing.
 */
export function printInFrame(paper: Blob, sandbox?: string): Promise<void> {
  dropLast?.()
  if (lockState().kind === 'locked') return Promise.resolve()
  const frame = document.createElement('iframe')
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox)
  frame.setAttribute('aria-hidden', 'true')
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;visibility:hidden'
  const address = makePageAddress(paper)
  return new Promise((done) => {
    let isDropped = false
    dropLast = () => {
      dropLast = undefined
      isDropped = true
      frame.remove()
      dropPageAddress(address)
      done()
    }
    frame.addEventListener('load', () => {
      setTimeout(() => {
        if (isDropped) return
        const asked = document.activeElement
        frame.contentWindow?.focus()
        frame.contentWindow?.print()
        // The frame would otherwise capture the keys of a dialog that is open on the page.
        if (asked instanceof HTMLElement) asked.focus({ preventScroll: true })
        else window.focus()
        done()
      }, PRINT_AFTER_MS)
    })
    frame.src = address
    document.body.append(frame)
  })
}
