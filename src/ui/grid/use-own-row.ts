import { type FocusEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Pointing } from './use-pointing.ts'

// The element of a row draws another one by and by (slots.ts): what is done to one row never goes over to the next.

/** Whether the mouse or the focus is on the row `id`, and the handlers that tell. */
export function useHot(id: string, pointing: Pointing) {
  // By its id: the row that comes is not pointed at.
  const [hot, setHot] = useState<string>()
  const { row, noteFocus } = useOwnFocus(id)
  return {
    isHot: hot === id,
    ref: row,
    // A finger leaves nothing to point with.
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

/** The focus stays with its row: where that one left its element, the grid has it, and its keys go on. */
function useOwnFocus(id: string) {
  const row = useRef<HTMLDivElement>(null)
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focused.current === undefined || focused.current === id) return
    focused.current = undefined
    // A button of the row that went is gone by now, and the focus with it: nobody else took it.
    const { activeElement, body } = document
    if (activeElement === body || row.current?.contains(activeElement))
      row.current?.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
  }, [id])
  const noteFocus = (isInside: boolean) => {
    focused.current = isInside ? id : undefined
  }
  return { row, noteFocus }
}

/** A click that was begun on another row, which has left this element since, is nobody's. */
export function useOwnPress(id: string) {
  const pressed = useRef<string>(undefined)
  return {
    onPointerDownCapture: () => {
      pressed.current = id
    },
    onClickCapture: (event: MouseEvent) => {
      const begun = pressed.current
      pressed.current = undefined
      // A key clicks without a press.
      if (begun === undefined || begun === id || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
