import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { LANGUAGE_FACTS, type Language } from '#domain/language/languages.ts'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'

export interface TemplateTextProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The names allowed between percent signs. */
  names: readonly string[]
  /** The text with example values filled in. */
  preview: string
  /** The unknown names in the text. */
  unknown: readonly string[]
  error?: string | undefined
  max: number
  /** A single-line field, for a subject. */
  isLine?: boolean
  /** English where it is not said. */
  language?: Language
}

/** A text with placeholders: chips that insert one at the cursor, and a preview of what a patient reads. */
export function TemplateText(props: TemplateTextProps) {
  const { label, value, onChange, names, preview, unknown, max, isLine = false, language = 'en' } = props
  const written = { lang: language, dir: LANGUAGE_FACTS[language].dir }
  const input = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const insert = (name: string) => {
    const at = input.current
    const [start, end] = [at?.selectionStart ?? value.length, at?.selectionEnd ?? value.length]
    const text = `%${name}%`
    onChange((value.slice(0, start) + text + value.slice(end)).slice(0, max))
    // Moves the cursor behind the inserted text after the new value is rendered.
    requestAnimationFrame(() => {
      at?.focus()
      at?.setSelectionRange(start + text.length, start + text.length)
    })
  }
  const asked = unknown.map((name) => `%${name}%`).join(', ')
  const common = {
    ref: input,
    // On the input alone: the label is in English.
    ...written,
    label,
    value,
    maxLength: max,
    error: props.error ?? (unknown.length > 0 ? WORDS.unknownNames(asked) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return (
    <div className={classes.template}>
      <div>
        {isLine ? <TextInput {...common} /> : <Textarea {...common} autosize minRows={3} maxRows={14} />}
        <fieldset
          className={classes.chips}
          aria-label={`${WORDS.insert}: ${label}`}
          style={{ border: 0, padding: 0, marginInline: 0 }}
        >
          {names.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              fw={500}
              aria-label={WORDS.insertInto(name, label)}
              // Keeps the cursor in the text while a chip is pressed.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {name}
            </Button>
          ))}
        </fieldset>
      </div>
      <div>
        <Text size="sm" c="dimmed" className={classes.previewTitle}>
          {WORDS.preview}
        </Text>
        <div {...written} className={classes.preview} role="status" aria-label={`${WORDS.preview}: ${label}`}>
          {preview}
        </div>
      </div>
    </div>
  )
}
