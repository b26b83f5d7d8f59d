import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type Ref, useEffect, useState } from 'react'

/** The list is queried again this long after the last keystroke. */
const PAUSE_MS = 250

export interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onCommit: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A text filter: shows every keystroke at once and updates the list after a pause, on Enter and on blur. */
export function FilterText({ value, onCommit, ...input }: FilterTextProps) {
  const [typed, setTyped] = useState(value)
  const [committed, setCommitted] = useState(value)
  // The address can change from elsewhere: a removed pill, the back button.
  if (value !== committed) {
    setCommitted(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const commit = (text: string) => {
    if (text.trim() !== value) onCommit(text.trim())
  }
  const commitLater = useDebouncedCallback(commit, PAUSE_MS)
  useEffect(() => () => commitLater.cancel(), [commitLater])
  const commitNow = () => {
    commitLater.cancel()
    commit(typed)
  }
  return (
    <TextInput
      {...input}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        commitLater(event.currentTarget.value)
      }}
      onBlur={(event) => {
        commitNow()
        input.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commitNow()
        input.onKeyDown?.(event)
      }}
    />
  )
}
