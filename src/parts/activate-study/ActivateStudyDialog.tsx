import { Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { ACTIVATION_DAYS, ACTIVATION_LIMITS, activationProblem } from '#domain/sharing/results.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ACTIVATE_WORDS as WORDS } from './words.ts'

export interface ActivateStudyDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Gives a patient access to a study for 30, 60, 90 or other days (docs/studies.md#dialogs); works offline. */
export function ActivateStudyDialog({ study, opened, onClose }: ActivateStudyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} centered>
      {opened && <ActivateForm study={study} onClose={onClose} />}
    </Dialog>
  )
}

const CUSTOM = 'custom'
const CHOICES = [
  ...ACTIVATION_DAYS.map((days) => ({ value: String(days), label: WORDS.daysOption(days) })),
  { value: CUSTOM, label: WORDS.custom },
]

function ActivateForm({ study, onClose }: Omit<ActivateStudyDialogProps, 'opened'>) {
  const [choice, setChoice] = useState<string>(String(ACTIVATION_DAYS[0]))
  const [typed, setTyped] = useState<number | string>('')
  const [box, act] = useAct()
  const days = choice === CUSTOM ? Number(typed) : Number(choice)
  const problem = activationProblem(days)
  const isAsked = choice !== CUSTOM || typed !== ''

  const activate = () =>
    act.run(async () => {
      const description = study.study_desc || WORDS.noDescription
      await enqueue(
        'activateStudyPatient',
        { study_id: study.study_id, no_of_days: days },
        { label: WORDS.labelActivate(description) },
      )
      notifyDone(WORDS.activated)
      onClose()
    })

  return (
    <Stack ref={box}>
      <Text fw={600}>{WORDS.about(study.pat_name || WORDS.nameless, study.study_desc)}</Text>
      <SegmentedControl
        fullWidth
        aria-label={WORDS.days}
        data={CHOICES}
        value={choice}
        onChange={setChoice}
      />
      {choice === CUSTOM && (
        <NumberInput
          label={WORDS.customDays}
          value={typed}
          onChange={setTyped}
          min={ACTIVATION_LIMITS.least}
          max={ACTIVATION_LIMITS.most}
          allowDecimal={false}
          clampBehavior="none"
          error={isAsked ? problem : undefined}
          data-autofocus
        />
      )}
      <Text c="dimmed" size="sm">
        {WORDS.note}
      </Text>
      <Group justify="flex-end">
        <RefusalNote act={act} />
        <Button loading={act.isBusy} disabled={problem !== undefined} onClick={() => void activate()}>
          {WORDS.activate}
        </Button>
      </Group>
    </Stack>
  )
}
