import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AssignScope } from '#domain/study/assign-rules.ts'
import { useDoctors } from '#src/sync/directory/use-directory.ts'
import { assignDoctors } from '#src/sync/studies/assign-doctors.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { type AssignPlan, assignmentOf, doctorChoices, firstChoice } from './assign-choices.ts'
import { ASSIGN_WORDS as WORDS } from './words.ts'

export interface AssignFormProps {
  plan: AssignPlan & { scope: AssignScope }
  userId: string
  onClose: () => void
  onAssigned?: (() => void) | undefined
}

/** The two selectors: only doctors who may sign can sign, every doctor can write (docs/visits.md#booking). */
export function AssignForm({
  plan: { studies, locked, scope },
  userId,
  onClose,
  onAssigned,
}: AssignFormProps) {
  const doctors = useDoctors()
  const [signing, setSigning] = useState(() => firstChoice(studies, (study) => study.signed_by_doctor_id))
  const [writing, setWriting] = useState(() =>
    scope === 'oneself' ? userId : firstChoice(studies, (study) => study.assigned_doctor_id),
  )
  const [box, act] = useAct()
  const place = { isMany: studies.length > 1, scope, userId }
  const signers = doctors.filter((doctor) => doctor.can_sign === 1)
  // A person who takes a study for themselves becomes its writer.
  const writers = doctorChoices(doctors, place).filter(({ value }) => scope === 'anybody' || value === userId)

  const assign = async (event: FormEvent) => {
    event.preventDefault()
    await act.run(async () => {
      const changed = await assignDoctors(studies, assignmentOf(writing, signing))
      notifyDone(changed === 0 ? WORDS.same : WORDS.done(changed))
      onAssigned?.()
      onClose()
    })
  }

  return (
    <form onSubmit={(event) => void assign(event)}>
      <Stack ref={box}>
        <About studies={studies} locked={locked} />
        <Select
          label={WORDS.signing}
          description={WORDS.signingHint}
          data={doctorChoices(signers, place)}
          value={signing}
          onChange={(value) => value !== null && setSigning(value)}
          allowDeselect={false}
          searchable
          // Opened automatically, it would cover the other one.
          openOnFocus={false}
          data-autofocus
        />
        <Select
          label={WORDS.writing}
          description={scope === 'oneself' ? WORDS.onlySelf : undefined}
          data={writers}
          value={writing}
          onChange={(value) => value !== null && setWriting(value)}
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
            {WORDS.assign}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function About({ studies, locked }: Pick<AssignPlan, 'studies' | 'locked'>) {
  const [only, ...others] = studies
  return (
    <>
      {only && others.length === 0 && (
        <Text fw={600}>{WORDS.about(only.pat_name || WORDS.nameless, only.study_desc)}</Text>
      )}
      {locked > 0 && (
        <Text c="dimmed" size="sm">
          {WORDS.lockedSome(locked)}
        </Text>
      )}
    </>
  )
}
