import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useHeardKeys } from './heard-keys.ts'

/** '/' moves the focus to the search box of the topmost list, whatever modifiers the keyboard needs for it. */
export function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof HTMLElement ? event.target : undefined
    if (target?.closest('input, textarea, select, [contenteditable="true"]')) return
    const top = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    if (!search.current || (top && !top.contains(search.current))) return
    event.preventDefault()
    search.current.focus()
    search.current.select()
  })
  useHeardKeys(['filter'])
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
