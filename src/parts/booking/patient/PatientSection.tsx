import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { PatientFields } from '#src/parts/patient-form/PatientFields.tsx'
import { PatientFormDrawer } from '#src/parts/patient-form/PatientFormDrawer.tsx'
import { PatientLine } from '#src/parts/patient-form/PatientLine.tsx'
import { PatientPicker } from '#src/parts/patient-picker/PatientPicker.tsx'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import type { BookedPatient } from './use-booked-patient.ts'

export interface PatientSectionProps {
  booked: BookedPatient
  /** Fewer fields, for quick book. */
  compact?: boolean
  /** The visit's patient cannot be changed. */
  isFixed?: boolean
  error?: string | undefined
}

/** The patient of the booking: an existing one, or the form for a new one. */
export function PatientSection({ booked, compact = false, isFixed = false, error }: PatientSectionProps) {
  const { patient, form, pick } = booked
  const [isNew, setNew] = useState(booked.isBegun)
  if (patient) return <KnownPatient booked={booked} patient={patient} isFixed={isFixed} />
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text c={error ? 'red.4' : 'dimmed'} role={error ? 'alert' : undefined}>
          {error ?? (isNew ? WORDS.newPatient : WORDS.findPatient)}
        </Text>
        <Button variant="default" size="xs" flex="none" onClick={() => setNew((before) => !before)}>
          {isNew ? WORDS.findInstead : WORDS.newPatient}
        </Button>
      </Group>
      {isNew ? (
        <FocusedFields>
          <PatientFields form={form} compact={compact} />
        </FocusedFields>
      ) : (
        <ScrollArea.Autosize mah={compact ? 280 : undefined}>
          <PatientPicker onPick={pick} autoFocus />
        </ScrollArea.Autosize>
      )}
    </Stack>
  )
}

/** A form opened by a button takes the focus at once. */
function FocusedFields({ children }: { children: ReactNode }) {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => inside.current?.querySelector('input')?.focus(), [])
  return <div ref={inside}>{children}</div>
}

interface KnownPatientProps {
  booked: BookedPatient
  patient: PatientRow
  isFixed: boolean
}

function KnownPatient({ booked, patient, isFixed }: KnownPatientProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <PatientLine patient={patient} />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setEditing(true)}>
          {WORDS.editPatient}
        </Button>
        {!isFixed && (
          <Button variant="default" size="xs" onClick={() => booked.pick(undefined)}>
            {WORDS.changePatient}
          </Button>
        )}
      </Group>
      {isEditing && (
        <PatientFormDrawer
          patient={patient}
          onSaved={(saved: PatientRow) => {
            booked.pick(saved)
            setEditing(false)
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </Group>
  )
}
