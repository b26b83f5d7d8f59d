import { useEffect } from 'react'
import { dialogOf, findTopmost } from './topmost.ts'

/** Menus, lists and messages are rendered outside the page, and belong to the dialog that opened them. */
const BESIDE = '[data-portal], [data-mantine-shared-portal-node]'
/** A paper or file that this page shows from its own memory; another company's viewer keeps its keys. */
const OWN_FRAME = 'iframe[src^="blob:"]'
/** An element focused this soon after the Tab key was focused by that key. */
const TAB_MS = 300

/**
 * Keeps the focus inside the topmost dialog or drawer; mounted once for the whole application. A button that is
 * disabled while it saves loses the focus, and the keyboard would act on the page behind; the focus waits on the
 * dialog, and returns to the button when it is enabled again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const lastIn = new WeakMap<HTMLElement, HTMLElement>()
    /** The dialog that had the focus last. */
    let inside: HTMLElement | undefined
    /** The focus is on this dialog because the focused element was disabled. */
    let waiting: HTMLElement | undefined
    const bringBack = (top: HTMLElement, isLost: boolean) => {
      const last = lastIn.get(top)
      if (last && last !== top && top.contains(last) && !last.matches(':disabled')) last.focus()
      else if (isLost) {
        top.focus({ preventScroll: true })
        waiting = top
      }
    }
    const onChange = () => {
      if (!inside) return
      const active = document.activeElement
      const isLost = active === null || active === document.body || active.matches(':disabled')
      if (!isLost && active !== waiting) return
      const top = findTopmost()
      // A dialog that has just opened takes the focus by itself.
      if (top && lastIn.has(top)) bringBack(top, isLost)
      inside = top
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      waiting = undefined
      const top = findTopmost()
      inside = top
      if (!top) return
      if (!top.contains(target)) {
        if (isBeneath(target)) bringBack(top, true)
      } else if (target !== top || !lastIn.has(top)) lastIn.set(top, target)
    }
    // A frame captures keys: after a click into a paper nobody would hear Escape. One entered by Tab can be left by
    // Tab.
    let tabbedAt = Number.NEGATIVE_INFINITY
    const onKey = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'Tab') tabbedAt = timeStamp
    }
    const onLeave = ({ timeStamp }: FocusEvent) => {
      if (timeStamp - tabbedAt < TAB_MS) return
      setTimeout(() => {
        const frame = document.activeElement
        const top = findTopmost()
        if (top && frame?.matches(OWN_FRAME) && top.contains(frame)) (lastIn.get(top) ?? top).focus()
      })
    }
    const watch = new MutationObserver(onChange)
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-disabled'],
    })
    document.addEventListener('focusin', onFocus)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('blur', onLeave)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', onFocus)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('blur', onLeave)
    }
  }, [])
}

/** Whether an element outside the topmost dialog is beneath it. */
const isBeneath = (element: Element) => dialogOf(element) !== null || element.closest(BESIDE) === null
