import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { SHARE_CHANNEL_TABLE, type ShareChannel, shareChannelsOf } from '#domain/message/channels.ts'
import { unknownPlaceholders } from '#domain/message/placeholders.ts'
import { digitsOf, phoneCodeOf, recipientProblems } from '#domain/message/recipient.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useMessages } from '#src/sync/messages/use-messages.ts'
import { MessageState } from '../messages/MessageState.tsx'
import { RecipientFields } from '../messages/RecipientFields.tsx'
import type { GivenAccessProps } from './GivenAccess.tsx'
import { type SentAccess, sendAccess } from './send-access.ts'
import { PORTAL_WORDS as WORDS } from './words.ts'

/** Sends the access by e-mail, SMS or WhatsApp, to the address in the patient's record. */
export function AccessMessage({
  study,
  session,
  person,
  settings,
  text,
}: GivenAccessProps & { text: string }) {
  const { online } = useLink()
  const channels = shareChannelsOf(session.main_modules).filter((channel) => channel !== 'T')
  const [channel, setChannel] = useState<ShareChannel>(channels[0] ?? 'W')
  const known = (wanted: ShareChannel) => (wanted === 'E' ? person.email : digitsOf(person.mobile))
  const [to, setTo] = useState({
    share_to: known(channel),
    phonecode: phoneCodeOf(person.phone_code, session.phone_code),
  })
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<SentAccess>()
  const [error, setError] = useState<Error>()
  const { rows } = useMessages(study.study_id, sent?.messageId !== undefined)
  const row = rows?.find(({ id }) => id === sent?.messageId)
  const problems = recipientProblems(channel, to)
  const [unknown] = unknownPlaceholders(text)
  const isPopUp = channel === 'W' && !session.main_modules.includes('whatsapp_send')
  const isReady =
    { E: settings.has_email, S: settings.has_sms, W: settings.has_whatsapp, T: 0 }[channel] === 1
  if (channels.length === 0) return null

  const choose = (next: ShareChannel) => {
    setChannel(next)
    setTo((before) => ({ ...before, share_to: known(next) }))
    setTried(false)
    setSent(undefined)
  }
  const send = async () => {
    setTried(true)
    setError(undefined)
    setSent(undefined)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    await sendAccess({ channel, ...to, text, studyId: study.study_id, isPopUp }).then(setSent, setError)
    setBusy(false)
  }
  const reason = online ? unknown && WORDS.unknown(unknown) : WORDS.offline
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={WORDS.shareBy}
        data={channels.map((value) => ({ value, label: SHARE_CHANNEL_TABLE[value].label }))}
        value={channel}
        onChange={choose}
      />
      <RecipientFields channel={channel} value={to} problems={wasTried ? problems : {}} onChange={setTo} />
      {!isReady && !isPopUp && (
        <Alert color="orange">{WORDS.notSetUp(SHARE_CHANNEL_TABLE[channel].label)}</Alert>
      )}
      {reason !== undefined && <Alert color="orange">{reason}</Alert>}
      {error && (
        <Alert color="red" role="alert" title={WORDS.sendFailed}>
          {error.message}
        </Alert>
      )}
      <Group justify="space-between">
        <div role="status">
          {sent && <Text>{sent.message ?? WORDS.opened(SHARE_CHANNEL_TABLE[channel].label)}</Text>}
          {row && <MessageState row={row} />}
        </div>
        <Button loading={isBusy} disabled={reason !== undefined} onClick={() => void send()}>
          {isPopUp ? WORDS.openApp(SHARE_CHANNEL_TABLE[channel].label) : WORDS.send}
        </Button>
      </Group>
    </Stack>
  )
}
