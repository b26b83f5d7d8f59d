import { type RefObject, useState } from 'react'

export interface Picker {
  isOpen: boolean
  open: () => void
  /** Closes the panel; the focus returns to the field if it was inside the panel. */
  close: () => void
  /** The same after a click elsewhere, which takes the focus itself. */
  leave: () => void
}

/** Whether the panel of a field is open. */
export function usePicker(field: RefObject<HTMLInputElement | null>): Picker {
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      field.current?.focus({ preventScroll: true })
    },
    leave: () => setOpen(false),
  }
}
