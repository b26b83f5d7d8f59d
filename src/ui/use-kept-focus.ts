import { type RefObject, useEffect } from 'react'

/** Marks a frame that shows a paper of this page's own making. */
export const PAPER_FRAME = 'data-paper'

const MODAL = '[aria-modal="true"]'
/** Menus, lists and messages are drawn outside of the page, and belong to the dialog that opened them. */
const BESIDE = '[data-portal], [data-mantine-shared-portal-node]'

/** True while no other dialog lies over this one. */
export const isTopmost = (own: Element): boolean => own === [...document.querySelectorAll(MODAL)].at(-1)

/**
 * Keeps the focus inside an open dialog. A button that is switched off while it saves loses it, and a keyboard would act
 * on what lies behind; the focus waits on the dialog, and goes back to the button when it is switched on again.
 */
export function useKeptFocus(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = inside.current?.closest<HTMLElement>(MODAL)
    if (!own) return undefined
    let last: HTMLElement | undefined
    // The focus is on the dialog because what had it was switched off.
    let isWaiting = false
    const comeBack = () => {
      const active = document.activeElement
      const isLost =
        active === null || active === document.body || isBehind(active) || active.matches(':disabled')
      if (!isTopmost(own) || !(isLost || (isWaiting && active === own))) return
      if (last && own.contains(last) && !last.matches(':disabled')) last.focus()
      else if (isLost) {
        own.focus({ preventScroll: true })
        isWaiting = true
      }
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      isWaiting = false
      if (target !== own && own.contains(target)) last = target
      else if (target !== own) comeBack()
    }
    // A frame keeps the keys to itself: after a click into a paper nobody would hear Escape. By Tab it is left by Tab.
    const onLeave = () =>
      setTimeout(() => {
        const frame = document.activeElement
        if (frame?.matches(`iframe[${PAPER_FRAME}]:hover`) && own.contains(frame)) (last ?? own).focus()
      })
    const watch = new MutationObserver(comeBack)
    watch.observe(own, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-disabled'],
    })
    document.addEventListener('focusin', onFocus)
    window.addEventListener('blur', onLeave)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', onFocus)
      window.removeEventListener('blur', onLeave)
    }
  }, [inside])
}

const isBehind = (element: Element) => element.closest(MODAL) === null && element.closest(BESIDE) === null
