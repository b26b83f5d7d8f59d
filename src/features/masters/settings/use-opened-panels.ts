import { useState } from 'react'

/** Which panel is shown, and which were opened: those stay, so that what was typed in one survives a look at another. */
export function useOpenedPanels<Name extends string>(first: Name) {
  const [shown, setShown] = useState(first)
  const [opened, setOpened] = useState<ReadonlySet<Name>>(() => new Set([first]))
  const show = (name: Name) => {
    setShown(name)
    setOpened((before) => (before.has(name) ? before : new Set([...before, name])))
  }
  return { shown, show, isOpened: (name: Name) => opened.has(name) }
}
