import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type CriticalReceiver, criticalLinkCalls } from '#contract/calls/critical-links.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { type MessageChannel, SHARE_CHANNEL_TABLE } from '#domain/message/channels.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { RecipientFields } from '../messages/RecipientFields.tsx'
import { CRITICAL_WORDS } from './words.ts'

const WORDS = CRITICAL_WORDS.link

export interface CriticalLinkFormProps {
  critical: CriticalRow
  receiver: CriticalReceiver
  /** Why nothing can be sent now. */
  hindered: string | undefined
  onDone: () => void
}

const addressOf = (receiver: CriticalReceiver, channel: MessageChannel) => ({
  share_to: channel === 'E' ? receiver.email : receiver.mobile,
  phonecode: receiver.phone_code,
})

/** The recipient, channel and text of the link; the server validates them. */
export function CriticalLinkForm({ critical, receiver, hindered, onDone }: CriticalLinkFormProps) {
  const [first] = receiver.channels
  const [channel, setChannel] = useState<MessageChannel>(first ?? 'E')
  const [name, setName] = useState(receiver.name)
  const [to, setTo] = useState(addressOf(receiver, channel))
  const [finding, setFinding] = useState('')
  const [box, act] = useAct()
  if (!first)
    return (
      <Alert color="gray" mt="xs">
        {WORDS.noWay}
      </Alert>
    )
  const { fields } = act
  const send = async () => {
    const input = { critical_id: critical.id, study_id: critical.study_id, channel, ...to, name, finding }
    const isSent = await act.run(async () => {
      const { message } = await callApi(criticalLinkCalls.send, input)
      notifyDone(message)
    })
    if (isSent) onDone()
  }
  return (
    <Stack gap="xs" mt="xs" ref={box} role="group" aria-label={WORDS.open}>
      <Text c="dimmed" size="sm">
        {WORDS.hint}
      </Text>
      <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label={WORDS.name}
          value={name}
          error={fields.name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          miw={180}
        />
        <RecipientFields
          channel={channel}
          value={to}
          problems={{
            ...(fields.share_to && { share_to: fields.share_to }),
            ...(fields.phonecode && { phonecode: fields.phonecode }),
          }}
          onChange={setTo}
        />
      </Group>
      {receiver.channels.length > 1 && (
        <SegmentedControl
          aria-label={WORDS.channel}
          value={channel}
          data={receiver.channels.map((one) => ({ value: one, label: SHARE_CHANNEL_TABLE[one].label }))}
          onChange={(chosen) => {
            const next = receiver.channels.find((one) => one === chosen) ?? first
            setChannel(next)
            setTo(addressOf(receiver, next))
          }}
        />
      )}
      <Textarea
        label={WORDS.finding}
        value={finding}
        error={fields.finding}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1_000}
        onChange={(event) => setFinding(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        {hindered && (
          <Text c="dimmed" size="sm">
            {hindered}
          </Text>
        )}
        <RefusalNote act={act} />
        <Button variant="default" onClick={onDone}>
          {WORDS.cancel}
        </Button>
        <Button loading={act.isBusy} disabled={hindered !== undefined} onClick={() => void send()}>
          {WORDS.send}
        </Button>
      </Group>
    </Stack>
  )
}
