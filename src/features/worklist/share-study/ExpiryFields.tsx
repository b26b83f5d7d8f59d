import { Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core'
import { DEFAULT_LINK_DAYS, EXPIRY_TYPES, type ExpiryChoice } from '#domain/sharing/expiry.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

export interface ExpiryFieldsProps {
  value: ExpiryChoice
  problem: string | undefined
  onChange: (part: Partial<ExpiryChoice>) => void
}

/** The link's expiry, if the person wants to set one: Minutes (default), Hours or Days. */
export function ExpiryFields({ value, problem, onChange }: ExpiryFieldsProps) {
  const isOn = value.is_expiry === 1
  return (
    <Stack gap="xs">
      <Switch
        label={WORDS.expiry}
        checked={isOn}
        onChange={(event) => onChange({ is_expiry: event.currentTarget.checked ? 1 : 0 })}
      />
      {isOn ? (
        <Group align="flex-start" gap="xs">
          <NumberInput
            label={WORDS.expiryValue}
            w={120}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            value={value.expiry}
            error={problem}
            onChange={(expiry) => onChange({ expiry: expiry === '' ? 0 : Number(expiry) })}
          />
          <Select
            label={WORDS.expiryType}
            w={140}
            allowDeselect={false}
            data={[...EXPIRY_TYPES]}
            value={value.expiry_type}
            onChange={(type) => onChange({ expiry_type: type ?? 'Minutes' })}
          />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {WORDS.noExpiry(DEFAULT_LINK_DAYS)}
        </Text>
      )}
    </Stack>
  )
}
