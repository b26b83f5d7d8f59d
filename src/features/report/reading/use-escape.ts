import { useEffect, useEffectEvent } from 'react'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'

/** What lies over the page, and lists and menus of its fields: Escape closes them first. */
const OPENED = ':is([aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"])'

/** Leaves the report by Escape, once nothing else is left that Escape would close or empty; a field with words is left first. */
export function useEscape(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useHeardKeys(['leave'])
  useEffect(() => {
    let isOthers = false
    // Before anybody hears the key: who closes something by it may have closed it when it comes here.
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

/** The text's editor takes every Escape for its own and does nothing by it. */
const isText = (target: EventTarget | null) => target instanceof HTMLElement && target.isContentEditable

/** A list that was opened once stays on the page, hidden by its own style. */
const isShown = (element: Element) => element.closest('[style*="display: none"]') === null

/** A field for searching is emptied by Escape. */
const isEmptiedBy = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

/** A field in which words stand: somebody who presses Escape there means the field. */
const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type))) &&
  !target.readOnly &&
  target.value !== ''

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'number', 'password'])
