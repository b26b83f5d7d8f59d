import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { KeyHint } from '../keys/KeyHint.tsx'
import { useSearchKey } from '../keys/use-search-key.ts'
import { FilterText } from './FilterText.tsx'

export interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  /** The field's name; also its placeholder, unless there is another. */
  label: string
  value: string
  onChange: (text: string) => void
  /** True if the list is queried for each text: it is told the text after a pause. */
  isPaused?: boolean
  /** True where there is no room for the key's hint. */
  isNarrow?: boolean
}

/** The search field of a list; '/' moves the focus to it. */
export function SearchField({ label, value, onChange, isPaused, isNarrow, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  const shown = {
    placeholder: label,
    maxLength: 100,
    leftSection: <IconSearch size={16} aria-hidden />,
    rightSection: !isNarrow && <KeyHint keys={['/']} />,
    ...input,
    'aria-label': label,
    ref: field,
    value,
  }
  if (isPaused) return <FilterText {...shown} onCommit={onChange} />
  return <TextInput {...shown} onChange={(event) => onChange(event.currentTarget.value)} />
}
