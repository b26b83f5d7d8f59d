import { Alert, Stack, Tabs, Text } from '@mantine/core'
import { type ShareRecipient, sharingCalls } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { MessageLog } from '#src/parts/messages/MessageLog.tsx'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ShareForm } from './ShareForm.tsx'
import { ShareLinks } from './ShareLinks.tsx'
import { shareReason } from './share-reason.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

export interface ShareStudyDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Shares a study by WhatsApp, SMS, e-mail or Telegram, and shows earlier shares (docs/studies.md#dialogs). */
export function ShareStudyDialog({ study, opened, onClose }: ShareStudyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="lg" centered>
      {opened && <LoadedShareForm study={study} onClose={onClose} />}
    </Dialog>
  )
}

function LoadedShareForm({ study, onClose }: Omit<ShareStudyDialogProps, 'opened'>) {
  return (
    <Stack>
      <Text fw={600}>{WORDS.about(study.pat_name, study.study_desc)}</Text>
      <Tabs defaultValue="share" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="share">{WORDS.tabs.share}</Tabs.Tab>
          <Tabs.Tab value="links">{WORDS.tabs.links}</Tabs.Tab>
          <Tabs.Tab value="messages">{WORDS.tabs.messages}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="share">
          <ShareAsAllowed study={study} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <ShareLinks studyId={study.study_id} />
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <MessageLog studyId={study.study_id} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

const NO_ADDRESS: ShareRecipient = { email: '', mobile: '', phone_code: '' }

function ShareAsAllowed({ study, onClose }: Omit<ShareStudyDialogProps, 'opened'>) {
  const session = useSession()
  const { online } = useLink()
  const { answer, error } = useCall(sharingCalls.settings, {}, online)
  const recipient = useCall(sharingCalls.recipient, { study_id: study.study_id }, online)
  // An unavailable address is typed in.
  const patient = recipient.answer?.result ?? (recipient.error && NO_ADDRESS)
  if (!session) return null
  if (answer && patient)
    return (
      <ShareForm
        study={study}
        settings={answer.result}
        patient={patient}
        session={session}
        onClose={onClose}
      />
    )
  const reason = shareReason(session, online)
  if (reason !== undefined) return <Alert color="orange">{reason}</Alert>
  return error ? <ErrorNote title={WORDS.loadFailed} message={error.message} /> : <SkeletonRows />
}
