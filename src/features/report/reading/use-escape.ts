import { useEffect, useEffectEvent } from 'react'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'

/** Elements over the page, and lists and menus of its fields: Escape closes them first. */
const OPENED = ':is([aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"])'

/**
 * Leaves the report on Escape if there is nothing else that Escape would close or empty; a field with text is
 * left first.
 */
export function useEscape(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useHeardKeys(['leave'])
  useEffect(() => {
    let isOthers = false
    // Runs in the capture phase: when the key event reaches this listener later, another handler may already
    // have closed something.
    const look = (event: KeyboardEvent) => {
      isOthers = [...document.querySelectorAll(OPENED)].some(isShown) || isEmptiedBy(event.target)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isAppKey('leave', event) || event.repeat || event.isComposing) return
      if (isOthers || (event.defaultPrevented && !isText(event.target))) return
      event.preventDefault()
      if (isField(event.target)) event.target.blur()
      else leave()
    }
    window.addEventListener('keydown', look, { capture: true })
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', look, { capture: true })
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** Returns whether the target is the text editor, which consumes every Escape without effect. */
const isText = (target: EventTarget | null) => target instanceof HTMLElement && target.isContentEditable

/** Returns whether a list is visible: a list that was opened once stays mounted, hidden by its own style. */
const isShown = (element: Element) => element.closest('[style*="display: none"]') === null

/** Returns whether the target is a search field, which Escape empties. */
const isEmptiedBy = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

/** Returns whether the target is a field with text: Escape there refers to the field. */
const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type))) &&
  !target.readOnly &&
  target.value !== ''

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'number', 'password'])
