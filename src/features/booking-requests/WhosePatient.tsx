import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { PatientPickerDialog } from '#src/parts/patient-picker/PatientPickerDialog.tsx'
import type { Whose } from './use-convert.ts'
import { REQUEST_WORDS } from './words.ts'

const { convert: WORDS } = REQUEST_WORDS

export interface WhosePatientProps {
  request: BookingRow
  whose: Whose
  onChange: (whose: Whose) => void
}

/** Shows the patient of the future visit, and lets the reader choose another person. */
export function WhosePatient({ request, whose, onChange }: WhosePatientProps) {
  const [isPicking, setIsPicking] = useState(false)
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {wordsOf(request, whose)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => setIsPicking(true)}>
        {WORDS.choose}
      </Button>
      {whose.kind !== 'requested' && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange({ kind: 'requested' })}>
          {WORDS.asRequested}
        </Button>
      )}
      {isPicking && (
        <PatientPickerDialog
          onClose={() => setIsPicking(false)}
          onPick={(patient) => {
            setIsPicking(false)
            onChange({ kind: 'chosen', patient })
          }}
        />
      )}
    </Group>
  )
}

function wordsOf({ patient_id }: BookingRow, whose: Whose): string {
  if (whose.kind === 'chosen') return WORDS.chosen(`${whose.patient.fname} ${whose.patient.lname}`.trim())
  return whose.kind === 'requested' && patient_id !== null ? WORDS.known : WORDS.fresh
}
