import { Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { DayInput } from '../../dates/DayInput.tsx'
import { TimeInput } from '../../dates/TimeInput.tsx'
import { type AnyFieldProps, type FieldProps, inputProps, textOf } from './field-props.ts'

const PHONE_DIGITS = 10

/** Typed text passes through `clean` first: letters never enter a digits field. */
function textProps(props: AnyFieldProps, clean: (text: string) => string = (text) => text) {
  return {
    ...inputProps(props),
    value: textOf(props.value),
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onChange(clean(event.currentTarget.value)),
  }
}

const digitsOnly = (text: string) => text.replace(/\D/g, '')

export function TextWidget(props: FieldProps<'text'>) {
  const { lines = 1, max = 200 } = props.field
  if (lines === 1) return <TextInput {...textProps(props)} maxLength={max} />
  return <Textarea {...textProps(props)} maxLength={max} autosize minRows={lines} maxRows={lines * 3} />
}

export function CodeWidget(props: FieldProps<'code'>) {
  return (
    <TextInput {...textProps(props)} maxLength={props.field.max} spellCheck={false} className="tabular" />
  )
}

export function DigitsWidget(props: FieldProps<'digits'>) {
  return (
    <TextInput
      {...textProps(props, digitsOnly)}
      maxLength={props.field.max}
      inputMode="numeric"
      className="tabular"
    />
  )
}

export function EmailWidget(props: FieldProps<'email'>) {
  // Not type="email": the browser's own error message would appear before the form's.
  return <TextInput {...textProps(props)} inputMode="email" spellCheck={false} />
}

export function PhoneWidget(props: FieldProps<'phone'>) {
  return (
    <TextInput
      {...textProps(props, digitsOnly)}
      maxLength={PHONE_DIGITS}
      inputMode="tel"
      className="tabular"
    />
  )
}

export function UrlWidget(props: FieldProps<'url'>) {
  return <TextInput {...textProps(props)} inputMode="url" spellCheck={false} />
}

export function TimeWidget(props: FieldProps<'time'>) {
  return <TimeInput {...inputProps(props)} value={textOf(props.value)} onChange={props.onChange} />
}

export function DayWidget(props: FieldProps<'day'>) {
  return <DayInput {...inputProps(props)} value={textOf(props.value)} onChange={props.onChange} />
}
