import { Checkbox, Radio, Stack } from '@mantine/core'
import { directionOf } from '#domain/consent/right-to-left.ts'
import type { ShownOption } from '#domain/consent/shown-question.ts'
import classes from './consent-form.module.css'

interface ChoicesProps {
  label: React.ReactNode
  options: readonly ShownOption[]
  error: string | undefined
  isDisabled: boolean
  isRow?: boolean
}

export interface OneChoiceProps extends ChoicesProps {
  value: string
  onChange: (value: string) => void
}

/** A single choice, with touch-sized options. */
export function OneChoice({ label, options, error, isDisabled, isRow, value, onChange }: OneChoiceProps) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      data-wrong={error !== undefined || undefined}
      {...LOOK}
    >
      <div className={isRow ? classes.choiceRow : classes.choices}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            size="md"
            disabled={isDisabled}
            dir={directionOf(option.label)}
            classNames={CHOICE}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

export interface ManyChoicesProps extends ChoicesProps {
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** A multiple choice. */
export function ManyChoices({ label, options, error, isDisabled, value, onChange }: ManyChoicesProps) {
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={onChange}
      error={error}
      data-wrong={error !== undefined || undefined}
      {...LOOK}
    >
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={option.label}
            size="md"
            disabled={isDisabled}
            dir={directionOf(option.label)}
            classNames={CHOICE}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const LOOK = { size: 'md', errorProps: { role: 'alert' } } as const
const CHOICE = { root: classes.choice, body: classes.choiceBody, labelWrapper: classes.choiceLabel }
