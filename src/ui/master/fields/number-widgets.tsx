import { NumberInput, Text } from '@mantine/core'
import { useSession } from '#src/sync/session/session.ts'
import { type AnyFieldProps, type FieldProps, inputProps } from './field-props.ts'
import { numberOf } from './number-of.ts'

const AMOUNT_MAX = 99_999_999_999

/** A blank value is null: not entered, which differs from 0. */
function numberProps(props: AnyFieldProps) {
  return {
    ...inputProps(props),
    value: typeof props.value === 'number' || typeof props.value === 'string' ? props.value : '',
    // A wrong number is shown with its rule instead of being changed while the person types.
    clampBehavior: 'none' as const,
    hideControls: true,
    allowNegative: false,
    onChange: (value: number | string) => props.onChange(value === '' ? null : value),
    onBlur: () => {
      const number = numberOf(props.value)
      if (number !== props.value) props.onChange(number)
    },
    className: 'tabular',
  }
}

export function IntWidget(props: FieldProps<'int'>) {
  const { unit, min } = props.field
  return (
    <NumberInput
      {...numberProps(props)}
      allowDecimal={false}
      allowNegative={min < 0}
      rightSection={unit && <Unit text={unit} />}
      rightSectionWidth={unit ? unit.length * 8 + 20 : undefined}
    />
  )
}

export function PortWidget(props: FieldProps<'port'>) {
  return <NumberInput {...numberProps(props)} allowDecimal={false} />
}

export function PercentWidget(props: FieldProps<'percent'>) {
  return <NumberInput {...numberProps(props)} decimalScale={2} rightSection={<Unit text="%" />} />
}

export function PointsWidget(props: FieldProps<'points'>) {
  return <NumberInput {...numberProps(props)} decimalScale={2} />
}

/** Accepts digits and one dot. Excess decimals for the client's currency stay as typed and are refused on save. */
export function MoneyWidget(props: FieldProps<'money'>) {
  const session = useSession()
  const currency = session?.currency ?? ''
  return (
    <NumberInput
      {...numberProps(props)}
      max={AMOUNT_MAX}
      rightSection={<Unit text={currency} />}
      rightSectionWidth={currency.length * 8 + 20}
    />
  )
}

function Unit({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  )
}
