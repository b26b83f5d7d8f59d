import { Badge, Button, Group, Input, PasswordInput, Stack, Textarea } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { FIELD_WORDS as WORDS } from '../words.ts'
import { type FieldProps, inputProps, textOf } from './field-props.ts'

/**
 * A secret can be written but never read: if there is one the form says so and offers to change it. `undefined` keeps
 * it, an empty text removes it.
 */
export function SecretWidget(props: FieldProps<'secret'>) {
  const { field, value, onChange, isSet = false, disabled } = props
  const [isChanging, setChanging] = useState(!isSet)
  if (isChanging)
    return (
      <Stack gap={4}>
        <SecretInput {...props} onType={(text) => onChange(text || (isSet ? undefined : ''))} />
        {isSet && (
          <Button
            size="compact-xs"
            variant="subtle"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => {
              setChanging(false)
              onChange(undefined)
            }}
          >
            {WORDS.keep}
          </Button>
        )}
      </Stack>
    )
  const willGo = value === ''
  return (
    <Input.Wrapper label={field.label} labelElement="div" description={field.hint} error={props.error}>
      <Group gap="xs" mt={4}>
        <Badge variant="light" color={willGo ? 'orange' : 'gray'} tt="none">
          {willGo ? WORDS.willGo : WORDS.set}
        </Badge>
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          aria-label={WORDS.change(field.label)}
          onClick={() => {
            setChanging(true)
            onChange(undefined)
          }}
        >
          {WORDS.changeShort}
        </Button>
        {!field.required && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={disabled}
            onClick={() => onChange(willGo ? undefined : '')}
          >
            {willGo ? WORDS.keep : WORDS.takeAway}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** A multi-line key is pasted: a password input would lose its line breaks. */
function SecretInput({ onType, ...props }: FieldProps<'secret'> & { onType: (text: string) => void }) {
  const { lines = 1, max = 500 } = props.field
  const shared = {
    ...inputProps(props),
    value: textOf(props.value),
    maxLength: max,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onType(event.currentTarget.value),
  }
  if (lines === 1) return <PasswordInput {...shared} autoComplete="new-password" />
  return (
    <Textarea
      {...shared}
      autoComplete="off"
      spellCheck={false}
      autosize
      minRows={lines}
      maxRows={lines * 3}
    />
  )
}
