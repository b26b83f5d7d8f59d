import { Stack, Text } from '@mantine/core'
import type { SentConsentLink } from '#contract/calls/consents.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { MessageState } from '#src/parts/messages/MessageState.tsx'
import { MESSAGE_WORDS } from '#src/parts/messages/words.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import classes from './consent-forms.module.css'
import { CONSENTS_WORDS } from './words.ts'

const { sentLinks: WORDS } = CONSENTS_WORDS

/** The links sent for a visit, for any of its forms, with their status. */
export function SentLinks({ sent }: { sent: readonly SentConsentLink[] }) {
  if (sent.length === 0) return null
  return (
    <Stack gap="xs" mt="sm">
      <Text fw={600}>{WORDS.title}</Text>
      <ul className={classes.sent} aria-label={WORDS.title}>
        {sent.map((one) => (
          <li key={one.id}>
            <Text size="sm">
              {[
                MESSAGE_WORDS.channels[one.channel],
                one.sent_to,
                formatDateTime(new Date(one.created), branchZone()),
                one.created_by && MESSAGE_WORDS.by(one.created_by),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <MessageState row={one} />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {WORDS.again}
      </Text>
    </Stack>
  )
}
