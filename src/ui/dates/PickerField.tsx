import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import classes from './dates.module.css'
import { PickerPopover } from './PickerPopover.tsx'
import { usePicker } from './use-picker.ts'
import type { Typed } from './use-typed.ts'

/** A date field's props besides its value: those of a text field. */
export type PickerInputProps = Omit<
  TextInputProps,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'type'
  | 'min'
  | 'max'
  | 'rightSection'
  | 'rightSectionWidth'
  | 'ref'
>

export interface PickerFieldProps extends PickerInputProps {
  typed: Typed
  field: RefObject<HTMLInputElement | null>
  icon: ReactNode
  /** Names the button that opens the panel, and the panel. */
  words: { open: string; panel: string; hint: string }
  /** The panel to choose from; `close` is called after a choice. */
  renderPanel: (close: () => void) => ReactNode
  /** The language of the panel, if it is not English. */
  language?: { locale: string; dir: 'ltr' | 'rtl' }
  /** Loads the panel's code ahead. */
  load: () => Promise<void>
}

/** A text field whose value can be typed, or chosen in a panel opened by its button or the down arrow key. */
export function PickerField(props: PickerFieldProps) {
  const {
    typed,
    field,
    icon,
    words,
    renderPanel,
    load,
    language,
    onKeyDown,
    onBlur,
    onFocus,
    error,
    ...input
  } = props
  const picker = usePicker(field)
  const id = useId()
  const isLocked = input.disabled === true || input.readOnly === true
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key === 'Enter') typed.settle()
    if (event.key === 'ArrowDown' && !event.defaultPrevented && !isLocked) {
      event.preventDefault()
      picker.open()
    }
  }
  const button = (
    <ActionIcon
      className={classes.open}
      variant="subtle"
      color="gray"
      // The down arrow key does the same from the field, so that Tab moves from field to field.
      tabIndex={-1}
      aria-label={words.open}
      disabled={isLocked}
      onClick={picker.isOpen ? picker.close : picker.open}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <PickerPopover picker={picker} id={id} label={words.panel} language={language} renderPanel={renderPanel}>
      <Popover.Target>
        <TextInput
          placeholder={words.hint}
          autoComplete="off"
          spellCheck={false}
          {...input}
          ref={field}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={picker.isOpen}
          aria-controls={picker.isOpen ? id : undefined}
          className={`tabular ${input.className ?? ''}`}
          error={typed.problem ?? error}
          value={typed.text}
          rightSection={button}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onKeyDown={onKey}
          onFocus={(event) => {
            void load().catch(() => undefined)
            onFocus?.(event)
          }}
          onBlur={(event) => {
            typed.settle()
            onBlur?.(event)
          }}
        />
      </Popover.Target>
    </PickerPopover>
  )
}
