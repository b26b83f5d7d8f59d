const MODAL = '[aria-modal="true"]'

/** The topmost dialog or drawer: the one with the highest z-index, or of equal ones the last in the document. */
export function findTopmost(): HTMLElement | undefined {
  let top: HTMLElement | undefined
  for (const dialog of document.querySelectorAll<HTMLElement>(MODAL))
    if (!top || heightOf(dialog) >= heightOf(top)) top = dialog
  return top
}

/** The dialog or drawer that contains an element. */
export const dialogOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>(MODAL)

const HEIGHT = '--mb-z-index'

/**
 * Mantine puts a confirm dialog first in the document and raises it by this variable; the lock has none, and covers
 * all.
 */
const heightOf = (dialog: HTMLElement) =>
  Number(dialog.closest<HTMLElement>(`[style*="${HEIGHT}"]`)?.style.getPropertyValue(HEIGHT) || 'Infinity')
