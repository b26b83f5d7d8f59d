import { useEffect } from 'react'
import { dialogOf, findTopmost } from './topmost.ts'

/** Menus, lists and messages are drawn outside of the page, and belong to the dialog that opened them. */
const BESIDE = '[data-portal], [data-mantine-shared-portal-node]'
/** A paper or file that this page shows from its own memory; a viewer of another house keeps its keys. */
const OWN_FRAME = 'iframe[src^="blob:"]'
/** What gets the focus this soon after the Tab key got it by that key. */
const TAB_MS = 300

/**
 * Keeps the focus inside of whatever dialog or drawer lies on top; mounted once for the whole application. A button that
 * is switched off while it saves loses the focus, and a keyboard would act on what lies behind; the focus waits on the
 * dialog, and goes back to the button when it is switched on again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const lastIn = new WeakMap<HTMLElement, HTMLElement>()
    /** The dialog that had the focus last. */
    let inside: HTMLElement | undefined
    /** The focus is on this dialog because what had it was switched off. */
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
    // A frame keeps the keys to itself: after a click into a paper nobody would hear Escape. By Tab it is left by Tab.
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

/** Whether what is not in the topmost dialog lies beneath it. */
const isBeneath = (element: Element) => dialogOf(element) !== null || element.closest(BESIDE) === null
