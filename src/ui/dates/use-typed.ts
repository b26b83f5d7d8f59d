import { useDebouncedCallback } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { useSubmitStop } from './use-submit-stop.ts'

/** The meaning of a typed text: a value, or why it is not one. */
export type Reading = { value: string; isWhole: boolean } | { problem: string }

/** A readable text that could continue (`23/11`) is reported after this pause. */
const PAUSE_MS = 600

export interface TypedOptions {
  value: string
  onChange: (value: string) => void
  /** Formats a value for the field; the empty value is the empty text. */
  format: (value: string) => string
  /** Parses what was typed; never called with an empty text. */
  read: (text: string) => Reading
  field: RefObject<HTMLInputElement | null>
}

export interface Typed {
  text: string
  problem: string | undefined
  /** Handles every change of the text: a complete value is reported at once, others after a pause or on blur. */
  type: (text: string) => void
  /** Reads what was typed, on blur or Enter. */
  settle: () => void
  /** Sets a value that was not typed. */
  choose: (value: string) => void
}

interface Draft {
  text: string
  problem?: string
  /** Values that the field may hold while this text is shown; any other value came from outside and replaces it. */
  standsWith: readonly string[]
}

/**
 * The text of a field that is typed freely and holds a value of one format. Text that is not a value stays as typed,
 * with the reason, while the field's value is empty; its form cannot be submitted meanwhile.
 */
export function useTyped({ value, onChange, format, read, field }: TypedOptions): Typed {
  const [draft, setDraft] = useState<Draft>()
  const open = draft?.standsWith.includes(value) ? draft : undefined
  useSubmitStop(field, open?.problem !== undefined)

  const tell = (next: string) => {
    if (next !== value) onChange(next)
  }
  const tellLater = useDebouncedCallback(tell, PAUSE_MS)
  const type = (text: string) => {
    const found = text.trim() === '' ? { value: '', isWhole: true } : read(text)
    tellLater.cancel()
    setDraft({ text, standsWith: 'value' in found ? [value, found.value] : [value] })
    if ('problem' in found) return
    if (found.isWhole) tell(found.value)
    else tellLater(found.value)
  }
  const settle = () => {
    tellLater.cancel()
    if (!open || open.problem !== undefined) return
    const found = open.text.trim() === '' ? { value: '' } : read(open.text)
    if ('problem' in found) {
      setDraft({ text: open.text, problem: found.problem, standsWith: [value, ''] })
      tell('')
    } else {
      setDraft(undefined)
      tell(found.value)
    }
  }
  const choose = (next: string) => {
    tellLater.cancel()
    setDraft(undefined)
    tell(next)
  }
  return { text: open?.text ?? format(value), problem: open?.problem, type, settle, choose }
}
