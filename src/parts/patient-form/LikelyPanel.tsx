import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { LikelyPatient } from '#contract/calls/patient-desk.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { PatientLine } from './PatientLine.tsx'
import classes from './patient-form.module.css'
import type { LikelyChoice } from './use-likely-choice.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

/** Existing patients who may be the new one: choose one or confirm a new person before anything is saved. */
export function LikelyPanel({ choice }: { choice: LikelyChoice }) {
  const back = useRef<HTMLButtonElement>(null)
  // Focus neither answer, so that Enter does not choose one by accident.
  useEffect(() => back.current?.focus(), [])
  return (
    <Stack gap="sm" role="group" aria-label={WORDS.likelyTitle}>
      <Alert color="orange" variant="light" icon={<IconUsers aria-hidden />} title={WORDS.likelyTitle}>
        {WORDS.likelyHint}
      </Alert>
      <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {choice.patients.map((likely) => (
          <Candidate
            key={likely.patient.id}
            likely={likely}
            onUse={() => choice.decide({ use: likely.patient })}
          />
        ))}
      </Stack>
      <Group justify="flex-end">
        <Button ref={back} variant="default" onClick={() => choice.decide('back')}>
          {WORDS.back}
        </Button>
        <Button variant="light" color="orange" onClick={() => choice.decide('another')}>
          {WORDS.another}
        </Button>
      </Group>
    </Stack>
  )
}

function Candidate({
  likely: { patient, score, reasons },
  onUse,
}: {
  likely: LikelyPatient
  onUse: () => void
}) {
  const name = `${patient.fname} ${patient.lname}`.trim()
  return (
    <li className={classes.likely}>
      <Stack gap={4} miw={0}>
        <PatientLine patient={patient} />
        <Group gap={6}>
          <TintBadge colour="orange">{WORDS.score(score)}</TintBadge>
          <Text size="xs" c="dimmed">
            {reasons.join(' · ')}
          </Text>
        </Group>
      </Stack>
      <Button size="xs" aria-label={WORDS.takeThisOf(name)} onClick={onUse}>
        {WORDS.takeThis}
      </Button>
    </li>
  )
}
