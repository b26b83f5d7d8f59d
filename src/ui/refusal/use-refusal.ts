import { type RefObject, useEffect, useRef, useState } from 'react'

/** The whole form, with its tabs and its buttons, and what shows a refusal once its fields have their words. */
export type RefusalParts<Box extends HTMLElement = HTMLDivElement> = readonly [
  box: RefObject<Box | null>,
  show: () => void,
]

const WRONG = '[aria-invalid="true"], [data-wrong]'
/** What is asked or offered at the button comes before the fields: it says what can be done. */
const SAID = '[data-refusal]'
/** What failed in words, where no field is wrong: the button that was pressed may have lost the focus while it was busy. */
const NOTE = '[data-error-note]'
const PANEL = '[role="tabpanel"]'
const FOCUSABLE =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable="true"], button:not(:disabled)'

/**
 * Brings a refusal before the person's eyes: opens the tab of the first field that is wrong, and puts the focus into that
 * field; where a message at the button stands for it (`data-refusal`), onto the message; where no field is wrong, onto the
 * error note. Tabs must keep their panels mounted, or their fields are not found.
 */
export function useRefusal<Box extends HTMLElement = HTMLDivElement>(): RefusalParts<Box> {
  const box = useRef<Box>(null)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const form = box.current
    if (shown === 0 || !form) return undefined
    const wrong = form.querySelector(WRONG)
    if (wrong) openTabsOf(wrong, form)
    // After the tab was opened: what is hidden takes no focus.
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
  // What is neither typed nor pressed, as a place to sign, takes the focus itself.
  return wrong.matches(`${FOCUSABLE}, [tabindex]`) ? wrong : wrong.querySelector<HTMLElement>(FOCUSABLE)
}

/** Opens each tab, from the outermost on, in whose panel an element stands. */
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
