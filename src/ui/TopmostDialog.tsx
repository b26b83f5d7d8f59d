import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { dialogOf, findTopmost } from './topmost.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface TopmostDialogProps {
  /** Escape was pressed while no other dialog lies over this one. */
  onEscape: () => void
  className?: string | undefined
  children: ReactNode
}

/**
 * What stands inside a dialog or drawer: Escape closes the topmost of them alone, and the focus goes back to what opened
 * it. Mantine's own dialogs each hear the key, and forget the opener where they are taken off the page.
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
    // Before a dialog that lies over this one has closed itself by the same key.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <div ref={inside} className={className}>
      {children}
    </div>
  )
}

/** A list that is dropped down, a menu or a small window closes by itself. */
function isInsideOther(target: EventTarget | null, own: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.getAttribute('aria-expanded') === 'true') return true
  const nearest = target.closest('[role="menu"], [role="listbox"], [role="dialog"]')
  return nearest !== null && nearest !== own
}
