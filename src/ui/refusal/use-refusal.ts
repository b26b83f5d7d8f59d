import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * A ref for the whole form with tabs and buttons, and a function that shows a refusal once its fields have their
 * errors.
 */
export type RefusalParts<Box extends HTMLElement = HTMLDivElement> = readonly [
  box: RefObject<Box | null>,
  show: () => void,
]

const WRONG = '[aria-invalid="true"], [data-wrong]'
/** A question or offer at the button comes before the fields: it says what can be done. */
const SAID = '[data-refusal]'
/** An error message without a wrong field: the pressed button may have lost the focus while it was busy. */
const NOTE = '[data-error-note]'
const PANEL = '[role="tabpanel"]'
const FOCUSABLE =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable="true"], button:not(:disabled)'

/**
 * Makes a refusal visible: opens the tab of the first wrong field and focuses the field; if a message at the button
 * replaces it (`data-refusal`), focuses the message; if no field is wrong, focuses the error note. Tabs must keep their
 * panels mounted, or their fields are not found.
 */
export function useRefusal<Box extends HTMLElement = HTMLDivElement>(): RefusalParts<Box> {
  const box = useRef<Box>(null)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const form = box.current
    if (shown === 0 || !form) return undefined
    const wrong = form.querySelector(WRONG)
    if (wrong) openTabsOf(wrong, form)
    // After the tab is open: hidden elements cannot take focus.
    const waiting = setTimeout(() => {
      const target =
        form.querySelector<HTMLElement>(SAID) ?? focusableIn(wrong) ?? form.querySelector<HTMLElement>(NOTE)
      target?.focus()
      target?.scrollIntoView?.({ block: 'nearest' })
    })
    return () => clearTimeout(waiting)
  }, [shown])
  return [box, () => setShown((before) => before + 1)]
}

const focusableIn = (wrong: Element | null): HTMLElement | null => {
  if (!(wrong instanceof HTMLElement)) return null
  // A non-input element, such as a signature pad, takes the focus itself.
  return wrong.matches(`${FOCUSABLE}, [tabindex]`) ? wrong : wrong.querySelector<HTMLElement>(FOCUSABLE)
}

/** Opens each tab whose panel contains the element, from the outermost in. */
function openTabsOf(element: Element, form: Element): void {
  const panels: Element[] = []
  let panel = element.closest(PANEL)
  while (panel && form.contains(panel)) {
    panels.unshift(panel)
    panel = panel.parentElement?.closest(PANEL) ?? null
  }
  for (const one of panels) {
    const tab = document.getElementById(one.getAttribute('aria-labelledby') ?? '')
    if (tab?.getAttribute('aria-selected') === 'false') tab.click()
  }
}
