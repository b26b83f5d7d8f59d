import { type RefObject, useEffect } from 'react'

/** Prevents submitting the form around `field` while `isWrong`, and focuses the field instead. */
export function useSubmitStop(field: RefObject<HTMLInputElement | null>, isWrong: boolean): void {
  useEffect(() => {
    const form = field.current?.form
    if (!isWrong || !form) return undefined
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      field.current?.focus()
    }
    // Capture phase: before React, which listens at the root of the page.
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  }, [field, isWrong])
}
