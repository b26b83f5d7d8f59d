import { useDebouncedCallback } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { useSubmitStop } from './use-submit-stop.ts'

/** What a typed text means: a value, or why it is none. */
export type Reading = { value: string; isWhole: boolean } | { problem: string }

/** A readable text that could go on (`23/11`) is told after this pause. */
const PAUSE_MS = 600

export interface TypedOptions {
  value: string
  onChange: (value: string) => void
  /** Writes a value as the field shows it; the empty value is the empty text. */
  format: (value: string) => string
  /** Reads what was typed; never called with an empty text. */
  read: (text: string) => Reading
  field: RefObject<HTMLInputElement | null>
}

export interface Typed {
  text: string
  problem: string | undefined
  /** Takes every change of the text: a whole value is told at once, the rest after a pause or when the field is left. */
  type: (text: string) => void
  /** Reads what was typed, because the field is left or Enter is pressed. */
  settle: () => void
  /** Takes a value that was not typed. */
  choose: (value: string) => void
}

interface Draft {
  text: string
  problem?: string
  /** Values that the field may hold while this text stands; any other one came from outside and replaces it. */
  standsWith: readonly string[]
}

/**
 * The text of a field that is typed freely and holds a value of one form. A text that is no value stays as it was typed,
 * with the reason, while the field holds nothing; its form cannot be submitted meanwhile.
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
