import { Alert } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { AssignForm } from './AssignForm.tsx'
import { planOf } from './assign-choices.ts'
import { ASSIGN_WORDS as WORDS } from './words.ts'

export interface AssignDoctorDialogProps {
  studies: StudyRow[]
  opened: boolean
  onClose: () => void
  /** Called before onClose if the studies were assigned. */
  onAssigned?: (() => void) | undefined
}

/** Assigns a signing and a writing doctor to one study or several (docs/studies.md#dialogs); works offline. */
export function AssignDoctorDialog({ studies, opened, onClose, onAssigned }: AssignDoctorDialogProps) {
  const title = studies.length === 1 ? WORDS.title : WORDS.titleMany(studies.length)
  return (
    <Dialog opened={opened} onClose={onClose} title={title} centered>
      {opened && <AssignBody studies={studies} onClose={onClose} onAssigned={onAssigned} />}
    </Dialog>
  )
}

function AssignBody({ studies, onClose, onAssigned }: Omit<AssignDoctorDialogProps, 'opened'>) {
  const session = useSession()
  if (!session) return null
  const plan = planOf(studies, session)
  if (plan.studies.length === 0) return <Alert color="orange">{WORDS.locked}</Alert>
  const { scope } = plan
  if (scope === undefined) return <Alert color="orange">{WORDS.notPermitted}</Alert>
  return (
    <AssignForm
      plan={{ ...plan, scope }}
      userId={session.user_id}
      onClose={onClose}
      onAssigned={onAssigned}
    />
  )
}
