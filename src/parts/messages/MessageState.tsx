import { Badge, Text } from '@mantine/core'
import type { MessageRow } from '#contract/calls/messages.ts'
import { MESSAGE_STATE_TABLE } from '#domain/message/channels.ts'
import { MESSAGE_WORDS as WORDS } from './words.ts'

/** The status of a message as a coloured word, with the reason if it was not sent. */
export function MessageState({ row }: { row: Pick<MessageRow, 'state' | 'attempts' | 'last_error'> }) {
  const { label, colour } = MESSAGE_STATE_TABLE[row.state]
  const tries = row.attempts > 1 ? ` · ${WORDS.tries(row.attempts)}` : ''
  return (
    <div>
      <Badge radius="sm" tt="none" variant="light" color={colour}>
        {label}
        {tries}
      </Badge>
      {row.last_error !== '' && (
        <Text size="sm" c="dimmed">
          {row.last_error}
        </Text>
      )}
    </div>
  )
}
