import { Group, TextInput } from '@mantine/core'
import type { ShareChannel } from '#domain/message/channels.ts'
import { digitsOf } from '#domain/message/recipient.ts'
import { RECIPIENT_WORDS as WORDS } from './words.ts'

export interface Recipient {
  share_to: string
  phonecode: string
}

export interface RecipientFieldsProps {
  channel: ShareChannel
  value: Recipient
  problems: Partial<Recipient>
  onChange: (value: Recipient) => void
}

/** The recipient of a message: an address, or a country code and a number (docs/visits.md#booking). */
export function RecipientFields({ channel, value, problems, onChange }: RecipientFieldsProps) {
  if (channel === 'T') return null
  if (channel === 'E')
    return (
      <TextInput
        type="email"
        label={WORDS.email}
        autoComplete="off"
        value={value.share_to}
        error={problems.share_to}
        onChange={(event) => onChange({ ...value, share_to: event.currentTarget.value })}
        data-autofocus
      />
    )
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        label={WORDS.phonecode}
        leftSection="+"
        w={104}
        inputMode="numeric"
        value={value.phonecode}
        error={problems.phonecode}
        onChange={(event) =>
          onChange({ ...value, phonecode: digitsOf(event.currentTarget.value).slice(0, 4) })
        }
      />
      <TextInput
        label={WORDS.mobile}
        flex={1}
        type="tel"
        inputMode="numeric"
        autoComplete="off"
        value={value.share_to}
        error={problems.share_to}
        onChange={(event) =>
          onChange({ ...value, share_to: digitsOf(event.currentTarget.value).slice(0, 15) })
        }
        data-autofocus
      />
    </Group>
  )
}
