import { Button, Group, Select, Stack, Tooltip } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { useDoctors } from '#src/sync/directory/use-directory.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { assignService } from './assign-service.ts'
import { useTagChoices } from './ServiceTag.tsx'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface AssignServiceDialogProps {
  visitId: string
  service: VisitServiceRow
  onClose: () => void
}

/** Assigns doctors and a tag to a service (docs/visits.md#visit-panel); works offline. */
export function AssignServiceDialog({ visitId, service, onClose }: AssignServiceDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={WORDS.assignTitle(service.name)} centered>
      <AssignForm visitId={visitId} service={service} onClose={onClose} />
    </Dialog>
  )
}

/** The select's value for nobody: an empty select would look like nothing was chosen yet. */
const NOBODY = ''
const orNull = (value: string) => (value === NOBODY ? null : value)

function AssignForm({ visitId, service, onClose }: AssignServiceDialogProps) {
  const [signerId, setSigner] = useState(service.signed_by_doctor_id ?? NOBODY)
  const [writerId, setWriter] = useState(service.assigned_doctor_id ?? NOBODY)
  const [tagId, setTag] = useState(service.tag_id)
  const doctors = useDoctors()
  const [box, act] = useAct()
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act.run(async () => {
      const choice = { writerId: orNull(writerId), signerId: orNull(signerId), tagId }
      const isChanged = await assignService(visitId, service, choice)
      notifyDone(isChanged ? WORDS.assigned : WORDS.same)
      onClose()
    })
  }
  // A doctor who lost the right to sign stays in the list of a service that names them.
  const signers = doctors.filter((one) => one.can_sign === 1 || one.id === service.signed_by_doctor_id)
  return (
    <form onSubmit={save}>
      <Stack ref={box}>
        <TagField service={service} value={tagId} onChange={setTag} />
        <Select
          label={WORDS.signing}
          description={WORDS.signingHint}
          data={choicesOf(signers)}
          value={signerId}
          onChange={(value) => setSigner(value ?? NOBODY)}
          allowDeselect={false}
          searchable
          openOnFocus={false}
        />
        <Select
          label={WORDS.writing}
          data={choicesOf(doctors)}
          value={writerId}
          onChange={(value) => setWriter(value ?? NOBODY)}
          allowDeselect={false}
          searchable
          openOnFocus={false}
        />
        <Group justify="flex-end">
          <RefusalNote act={act} />
          <Button variant="default" onClick={onClose}>
            {WORDS.cancel}
          </Button>
          <Button type="submit" loading={act.isBusy}>
            {WORDS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const choicesOf = (doctors: readonly { id: string; name: string }[]) => [
  { value: NOBODY, label: WORDS.somebodyNot },
  ...doctors.map(({ id, name }) => ({ value: id, label: name })),
]

interface TagFieldProps {
  service: VisitServiceRow
  value: string | null
  onChange: (tagId: string | null) => void
}

function TagField({ service, value, onChange }: TagFieldProps) {
  const session = useSession()
  const mayChange = session?.modules.includes('assign_tag_to_study') ?? false
  const choices = useTagChoices(service)
  return (
    <Tooltip label={WORDS.noTagRight} disabled={mayChange}>
      <Select
        label={WORDS.assignTag}
        aria-description={mayChange ? undefined : WORDS.noTagRight}
        placeholder={WORDS.noTag}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
        clearable={mayChange}
        // Not `disabled`: its tooltip explains why it does not open.
        readOnly={!mayChange}
      />
    </Tooltip>
  )
}
