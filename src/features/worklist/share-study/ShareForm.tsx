import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { ShareRecipient, ShareSettings } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { SHARE_CHANNEL_TABLE, type ShareChannel, shareChannelsOf } from '#domain/message/channels.ts'
import { waitsForPayment } from '#domain/sharing/results.ts'
import { RecipientFields } from '#src/parts/messages/RecipientFields.tsx'
import { ApiError } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { ExpiryFields } from './ExpiryFields.tsx'
import { ShareDone } from './ShareDone.tsx'
import { leavesInPopUp, type Shared, sendShare } from './send-share.ts'
import {
  draftOf,
  linkIn,
  problemsOf,
  recipientOf,
  type ShareDraft,
  type ShareProblems,
} from './share-draft.ts'
import { shareReason } from './share-reason.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

export interface ShareFormProps {
  study: StudyRow
  settings: ShareSettings
  /** The patient that the study is linked to. */
  patient: ShareRecipient
  session: SessionFields
  onClose: () => void
}

/** Channel, recipient, expiry and text of a share; errors are shown at their fields after the first attempt. */
export function ShareForm({ study, settings, patient, session, onClose }: ShareFormProps) {
  const { online } = useLink()
  const [draft, setDraft] = useState(() => draftOf(study, settings, patient, session))
  const sharing = useSharing(study, session)
  const change = (part: Partial<ShareDraft>) => setDraft((before) => ({ ...before, ...part }))
  if (sharing.shared)
    return (
      <ShareDone
        study={study}
        shared={sharing.shared}
        channel={draft.share_via}
        onAgain={sharing.again}
        onClose={onClose}
      />
    )
  const problems = problemsOf(draft)
  const shown: ShareProblems = sharing.wasTried ? { ...problems, ...sharing.fields } : {}
  const isUnpaid = waitsForPayment(settings.results_wait_for_payment === 1, study.payment_status)
  const reason = isUnpaid ? WORDS.unpaid : shareReason(session, online)
  return (
    <Stack>
      <ChannelChoice
        session={session}
        value={draft.share_via}
        onChange={(share_via) =>
          change({ share_via, ...recipientOf(share_via, patient, session.phone_code) })
        }
      />
      <RecipientFields channel={draft.share_via} value={draft} problems={shown} onChange={change} />
      <ExpiryFields value={draft} problem={shown.expiry} onChange={change} />
      <ShareText text={draft.text} problem={problems.text} onChange={(text) => change({ text })} />
      <Notes draft={draft} settings={settings} session={session} />
      {sharing.error && <ErrorNote title={WORDS.failed} message={sharing.error.message} />}
      <Group justify="flex-end">
        <Tooltip label={reason} disabled={reason === undefined}>
          <Button
            loading={sharing.isBusy}
            data-disabled={reason !== undefined || undefined}
            aria-disabled={reason !== undefined}
            aria-description={reason}
            onClick={() => reason === undefined && void sharing.share(draft)}
          >
            {leavesInPopUp(draft, session.main_modules)
              ? WORDS.openApp(SHARE_CHANNEL_TABLE[draft.share_via].label)
              : WORDS.share}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

interface ChannelChoiceProps {
  session: SessionFields
  value: ShareChannel
  onChange: (channel: ShareChannel) => void
}

function ChannelChoice({ session, value, onChange }: ChannelChoiceProps) {
  const data = shareChannelsOf(session.main_modules).map((channel) => ({
    value: channel,
    label: SHARE_CHANNEL_TABLE[channel].label,
  }))
  return (
    <SegmentedControl fullWidth aria-label={WORDS.channel} data={data} value={value} onChange={onChange} />
  )
}

interface ShareTextProps {
  text: string
  problem: string | undefined
  onChange: (text: string) => void
}

function ShareText({ text, problem, onChange }: ShareTextProps) {
  const link = linkIn(text)
  return (
    <Textarea
      label={WORDS.text}
      description={link ? WORDS.linkHint(link) : WORDS.linkAppended}
      rows={4}
      resize="vertical"
      maxLength={3_500}
      value={text}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Notes({
  draft,
  settings,
  session,
}: { draft: ShareDraft } & Pick<ShareFormProps, 'settings' | 'session'>) {
  const isReady =
    { E: settings.has_email, S: settings.has_sms, W: settings.has_whatsapp, T: 1 }[draft.share_via] === 1
  const isOwnApp = leavesInPopUp(draft, session.main_modules)
  return (
    <>
      {!isReady && !isOwnApp && (
        <Alert color="orange">{WORDS.notSetUp(SHARE_CHANNEL_TABLE[draft.share_via].label)}</Alert>
      )}
      <Text size="sm" c="dimmed">
        {WORDS.asksFirst}
      </Text>
    </>
  )
}

function useSharing(study: StudyRow, session: SessionFields) {
  const [isBusy, setBusy] = useState(false)
  const [wasTried, setTried] = useState(false)
  const [shared, setShared] = useState<Shared>()
  const [error, setError] = useState<Error>()
  const fields: ShareProblems = error instanceof ApiError ? (error.body.fields ?? {}) : {}

  const share = async (draft: ShareDraft) => {
    setTried(true)
    setError(undefined)
    if (Object.keys(problemsOf(draft)).length > 0) return
    setBusy(true)
    try {
      setShared(await sendShare(study, draft, session.main_modules))
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
    } finally {
      setBusy(false)
    }
  }
  const again = () => {
    setShared(undefined)
    setTried(false)
  }
  return { isBusy, wasTried, shared, error, fields, share, again }
}
