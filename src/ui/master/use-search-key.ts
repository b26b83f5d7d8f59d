import { type RefObject, useEffect, useEffectEvent } from 'react'

/** '/' puts the focus into the search box of the list that lies on top. */
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
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
