import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { dialogOf, findTopmost } from './topmost.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface TopmostDialogProps {
  /** Escape was pressed while no other dialog covers this one. */
  onEscape: () => void
  className?: string | undefined
  children: ReactNode
}

/**
 * The content of a dialog or drawer: Escape closes only the topmost, and the focus returns to the element that opened
 * it. Each of Mantine's own dialogs reacts to the key, and they forget the opener when they unmount.
 */
export function TopmostDialog({ onEscape, className, children }: TopmostDialogProps) {
  useReturnFocus()
  const inside = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    const own = inside.current && dialogOf(inside.current)
    if (own && findTopmost() === own && !isInsideOther(event.target, own)) onEscape()
  })
  useEffect(() => {
    // Capture phase: before a dialog over this one has closed itself with the same key.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <div ref={inside} className={className}>
      {children}
    </div>
  )
}

/** An open dropdown, menu or popover closes by itself. */
function isInsideOther(target: EventTarget | null, own: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.getAttribute('aria-expanded') === 'true') return true
  const nearest = target.closest('[role="menu"], [role="listbox"], [role="dialog"]')
  return nearest !== null && nearest !== own
}
