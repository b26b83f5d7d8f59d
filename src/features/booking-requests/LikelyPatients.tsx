import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { LikelyPatient, PatientRow } from '#contract/calls/patient-desk.ts'
import { formatDay } from '#domain/time/formats.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { REQUEST_WORDS } from './words.ts'

const { convert: WORDS } = REQUEST_WORDS

export interface LikelyPatientsProps {
  likely: readonly LikelyPatient[]
  onPick: (patient: PatientRow) => void
  onNew: () => void
}

/** Patients who may be the same person: a click books for that patient, or registers a new one. */
export function LikelyPatients({ likely, onPick, onNew }: LikelyPatientsProps) {
  return (
    <Alert color="orange" role="alert" title={WORDS.likely}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{WORDS.likelyHint}</Text>
        {likely.map(({ patient, reasons }) => (
          <Group key={patient.id} gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => onPick(patient)}>
              {WORDS.isSame(`${patient.fname} ${patient.lname}`.trim())}
            </Button>
            <Text size="sm" c="dimmed" className="tabular">
              {[patient.pat_id, patient.dob ? formatDay(patient.dob) : '', ...reasons]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        ))}
        <OnlineButton size="compact-sm" variant="light" onClick={onNew}>
          {WORDS.isNew}
        </OnlineButton>
      </Stack>
    </Alert>
  )
}
