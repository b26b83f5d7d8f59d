const MODAL = '[aria-modal="true"]'

/** The dialog or drawer that lies over all others: the highest, and of those of one height the last on the page. */
export function findTopmost(): HTMLElement | undefined {
  let top: HTMLElement | undefined
  for (const dialog of document.querySelectorAll<HTMLElement>(MODAL))
    if (!top || heightOf(dialog) >= heightOf(top)) top = dialog
  return top
}

/** The dialog or drawer in which an element stands. */
export const dialogOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>(MODAL)

const HEIGHT = '--mb-z-index'

/** Mantine keeps a question that lies over dialogs first on the page, and lifts it by this number; the lock has none, and covers all. */
const heightOf = (dialog: HTMLElement) =>
  Number(dialog.closest<HTMLElement>(`[style*="${HEIGHT}"]`)?.style.getPropertyValue(HEIGHT) || 'Infinity')
