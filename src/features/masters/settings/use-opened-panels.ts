import { useState } from 'react'

/**
 * Returns the shown panel and those that were opened: opened panels stay mounted, so that typed text survives
 * a switch.
 */
export function useOpenedPanels<Name extends string>(first: Name) {
  const [shown, setShown] = useState(first)
  const [opened, setOpened] = useState<ReadonlySet<Name>>(() => new Set([first]))
  const show = (name: Name) => {
    setShown(name)
    setOpened((before) => (before.has(name) ? before : new Set([...before, name])))
  }
  return { shown, show, isOpened: (name: Name) => opened.has(name) }
}
