import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what opened a dialog when the dialog is taken off the page. Mantine does so where a dialog
 * stays mounted and is told to close; ours are mostly drawn only while they are open, and a keyboard would be left at
 * the top of the page.
 */
export function useReturnFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // After the dialog is gone: where something else took the focus meanwhile, it keeps it.
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body)
          opener?.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}

/** What has the focus; for an entry of a menu, which closes, the button of the menu. */
function findOpener(): HTMLElement | undefined {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return undefined
  const menu = active.closest('[role="menu"]')
  if (!menu?.id) return active
  return document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`) ?? active
}
