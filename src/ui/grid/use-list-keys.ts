import { useEffect, useEffectEvent } from 'react'
import { useHeardKeys } from '../keys/heard-keys.ts'

export interface ListKeys {
  count: number
  /** Index of the row that the keys act on; -1 for none yet. */
  active: number
  onMove: (index: number) => void
  onOpen: (index: number) => void
}

/** True if the keys belong to a field, or to a dialog or menu over the list. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target instanceof HTMLElement ? event.target : undefined
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]'))
    return true
  return document.querySelector('[aria-modal="true"]') !== null
}

/** Enter on a button or link belongs to that control. */
const isOnControl = (event: KeyboardEvent) =>
  event.target instanceof HTMLElement && event.target.closest('a, button, [role="combobox"]') !== null

/** j and k move through a list from anywhere on its page, Enter opens (docs/screens.md#looks). */
export function useListKeys({ count, active, onMove, onOpen }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (count === 0 || isTaken(event)) return
    const to = { j: active + 1, k: active - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      onMove(Math.max(0, Math.min(count - 1, to)))
    } else if (event.key === 'Enter' && active >= 0 && active < count && !isOnControl(event)) {
      event.preventDefault()
      onOpen(active)
    }
  })
  useHeardKeys(count > 0 ? ['rows', 'open'] : [])
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
