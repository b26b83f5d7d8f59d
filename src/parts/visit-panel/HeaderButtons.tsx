import { Button } from '@mantine/core'
import { IconMessage, IconSignature, IconUserEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { usePatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { PANEL_WORDS as WORDS } from './words.ts'

const PatientFormDrawer = lazyPart(() =>
  import('../patient-form/PatientFormDrawer.tsx').then((part) => ({ default: part.PatientFormDrawer })),
)
const ConsentFormsDialog = lazyPart(() =>
  import('./consent-forms/ConsentFormsDialog.tsx').then((part) => ({ default: part.ConsentFormsDialog })),
)

const VisitMessagesDialog = lazyPart(() =>
  import('../messages/VisitMessagesDialog.tsx').then((part) => ({ default: part.VisitMessagesDialog })),
)

/** Returns whether a person may see messages to patients: those who may write to them. */
const maySend = (modules: readonly string[] | undefined) =>
  modules?.some((module) => module === 'share_study' || module === 'appointments') ?? false

/** Edit Profile, Consent Forms (docs/visits.md#visit-panel) and messages to the patient. */
export function HeaderButtons({ visit }: { visit: Shown<'visit'> }) {
  const session = useSession()
  const [open, setOpen] = useState<'profile' | 'consents' | 'messages'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <EditProfile
        patientId={visit.patient_id}
        isOpen={open === 'profile'}
        onOpen={() => setOpen('profile')}
        onClose={close}
      />
      {session?.main_modules.includes('consent_forms') && (
        <Button
          variant="default"
          leftSection={<IconSignature size={16} aria-hidden />}
          onClick={() => setOpen('consents')}
        >
          {WORDS.consentForms}
        </Button>
      )}
      {maySend(session?.modules) && (
        <Button
          variant="default"
          leftSection={<IconMessage size={16} aria-hidden />}
          onClick={() => setOpen('messages')}
        >
          {WORDS.messages}
        </Button>
      )}
      <>{open === 'messages' && <VisitMessagesDialog visit={visit} onClose={close} />}</>
      <>{open === 'consents' && <ConsentFormsDialog visit={visit} onClose={close} />}</>
    </>
  )
}

interface EditProfileProps {
  patientId: string
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** The patient's own record: from this device, else from the server when opened. */
function EditProfile({ patientId, isOpen, onOpen, onClose }: EditProfileProps) {
  const session = useSession()
  const { online } = useLink()
  const { patient: copy, isLoading } = usePatientCopy(patientId)
  const isMissing = !isLoading && !copy
  const { answer } = useCall(patientDeskCalls.detail, { id: patientId }, isMissing && isOpen && online)
  const patient = copy ?? answer?.result
  const mayEdit = session?.modules.includes('edit_patient_and_study') ?? false
  const notHere = isMissing && !online ? WORDS.notOnDevice : undefined
  return (
    <>
      <ReasonButton
        variant="default"
        leftSection={<IconUserEdit size={16} aria-hidden />}
        reason={mayEdit ? notHere : WORDS.noEditRight}
        onClick={onOpen}
      >
        {WORDS.editProfile}
      </ReasonButton>
      <>{isOpen && patient && <PatientFormDrawer patient={patient} onSaved={onClose} onClose={onClose} />}</>
    </>
  )
}
