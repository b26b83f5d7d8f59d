import { type FocusEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Pointing } from './use-pointing.ts'

// A row's element is reused for other rows (slots.ts): state of one row must never pass to the next.

/** Whether the mouse or the focus is on the row `id`, with the handlers that detect it. */
export function useHot(id: string, pointing: Pointing) {
  // Stored by id: the next row in this element is not hovered.
  const [hot, setHot] = useState<string>()
  const { row, noteFocus } = useOwnFocus(id)
  return {
    isHot: hot === id,
    ref: row,
    // A finger leaves no hovering pointer behind.
    onPointerEnter: (event: PointerEvent) =>
      event.pointerType !== 'touch' && pointing.enter(() => setHot(id)),
    onPointerLeave: () => {
      pointing.leave()
      setHot(undefined)
    },
    onFocus: () => {
      noteFocus(true)
      setHot(id)
    },
    onBlur: (event: FocusEvent) => {
      const isInside = event.currentTarget.contains(event.relatedTarget)
      noteFocus(isInside)
      if (!isInside) setHot(undefined)
    },
  }
}

/**
 * The focus belongs to a row: when that row leaves its element, the grid takes the focus, and its keys keep working.
 */
function useOwnFocus(id: string) {
  const row = useRef<HTMLDivElement>(null)
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focused.current === undefined || focused.current === id) return
    focused.current = undefined
    // A button of the old row is gone by now, and the focus with it: nothing else took it.
    const { activeElement, body } = document
    if (activeElement === body || row.current?.contains(activeElement))
      row.current?.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
  }, [id])
  const noteFocus = (isInside: boolean) => {
    focused.current = isInside ? id : undefined
  }
  return { row, noteFocus }
}

/** Ignores a click that began on another row which has since left this element. */
export function useOwnPress(id: string) {
  const pressed = useRef<string>(undefined)
  return {
    onPointerDownCapture: () => {
      pressed.current = id
    },
    onClickCapture: (event: MouseEvent) => {
      const begun = pressed.current
      pressed.current = undefined
      // The keyboard clicks without a press.
      if (begun === undefined || begun === id || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
