import { Badge, Button, Group, Input, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { FIELD_WORDS as WORDS } from '../words.ts'
import { type FieldProps, inputProps, textOf } from './field-props.ts'

/**
 * A secret is written and never read: where there is one the form says so and offers to change it. `undefined` leaves it
 * as it is, an empty text takes it away.
 */
export function SecretWidget(props: FieldProps<'secret'>) {
  const { field, value, onChange, isSet = false, disabled } = props
  const [isChanging, setChanging] = useState(!isSet)
  if (isChanging)
    return (
      <Stack gap={4}>
        <PasswordInput
          {...inputProps(props)}
          value={textOf(value)}
          maxLength={field.max ?? 500}
          autoComplete="new-password"
          onChange={(event) => onChange(event.currentTarget.value || (isSet ? undefined : ''))}
        />
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
