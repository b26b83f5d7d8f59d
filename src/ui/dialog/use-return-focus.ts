import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that opened a dialog when the dialog unmounts. Mantine does so only if a dialog
 * stays mounted and is told to close; ours are mostly rendered only while open, and the keyboard would be left at the
 * top of the page.
 */
export function useReturnFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // After the dialog is gone: if something else took the focus meanwhile, it keeps it.
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body)
          opener?.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}

/** The focused element; for a menu item, whose menu closes, the menu's button. */
function findOpener(): HTMLElement | undefined {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return undefined
  const menu = active.closest('[role="menu"]')
  if (!menu?.id) return active
  return document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`) ?? active
}
