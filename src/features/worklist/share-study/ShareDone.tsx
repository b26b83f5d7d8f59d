import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { SHARE_CHANNEL_TABLE, type ShareChannel } from '#domain/message/channels.ts'
import { MessageState } from '#src/parts/messages/MessageState.tsx'
import { useMessages } from '#src/sync/messages/use-messages.ts'
import type { Shared } from './send-share.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

export interface ShareDoneProps {
  study: StudyRow
  shared: Shared
  channel: ShareChannel
  onAgain: () => void
  onClose: () => void
}

/** The result of sharing: the status of its message, and the link, which is shown only this once. */
export function ShareDone({ study, shared, channel, onAgain, onClose }: ShareDoneProps) {
  const { rows } = useMessages(study.study_id, shared.messageId !== undefined)
  const row = rows?.find(({ id }) => id === shared.messageId)
  const wentWrong = shared.isKeptBack === true || row?.state === 'Failed'
  return (
    <Stack>
      <Alert
        color={wentWrong ? 'orange' : 'blue'}
        title={wentWrong ? WORDS.notSentTitle : WORDS.doneTitle}
        role="status"
      >
        <Text>{shared.message ?? WORDS.doneInApp(SHARE_CHANNEL_TABLE[channel].label)}</Text>
        {row && <MessageState row={row} />}
      </Alert>
      <TextInput
        label={WORDS.link}
        value={shared.link}
        readOnly
        rightSectionWidth={88}
        rightSection={
          <CopyButton value={shared.link}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? WORDS.copied : WORDS.copy}
              </Button>
            )}
          </CopyButton>
        }
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {WORDS.another}
        </Button>
        <Button onClick={onClose}>{WORDS.close}</Button>
      </Group>
    </Stack>
  )
}
