import { type RefObject, useEffect } from 'react'

/** Keeps the form around `field` from being submitted while `isWrong`, and brings the focus to the field instead. */
export function useSubmitStop(field: RefObject<HTMLInputElement | null>, isWrong: boolean): void {
  useEffect(() => {
    const form = field.current?.form
    if (!isWrong || !form) return undefined
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      field.current?.focus()
    }
    // Before React hears of it: it listens at the root of the page.
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  }, [field, isWrong])
}
