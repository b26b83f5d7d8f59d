import { Alert } from '@mantine/core'
import { portalCalls } from '#contract/calls/portal.ts'
import { sharingCalls } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PortalAccessForm } from './PortalAccessForm.tsx'
import { PORTAL_WORDS as WORDS } from './words.ts'

export interface PortalAccessDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Gives a patient access to the portal: credentials, link, code, paper, and ways to send them. */
export function PortalAccessDialog({ study, opened, onClose }: PortalAccessDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="lg" centered>
      {opened && <LookedUp study={study} />}
    </Dialog>
  )
}

function LookedUp({ study }: { study: StudyRow }) {
  const session = useSession()
  const { online } = useLink()
  const person = useCall(portalCalls.person, { study_id: study.study_id }, online)
  const settings = useCall(sharingCalls.settings, {}, online)
  const error = person.error ?? settings.error
  if (session && person.answer && settings.answer)
    return (
      <PortalAccessForm
        study={study}
        session={session}
        person={person.answer.result}
        settings={settings.answer.result}
      />
    )
  if (!online) return <Alert color="orange">{WORDS.offline}</Alert>
  return error ? <ErrorNote title={WORDS.loadFailed} message={error.message} /> : <SkeletonRows />
}
