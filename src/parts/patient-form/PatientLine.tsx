import { Group, Stack, Text } from '@mantine/core'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { ageText } from '#domain/patient/age.ts'
import { formatDay } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { useToday } from '#src/ui/time/use-today.ts'

export interface PatientLineProps {
  patient: PatientRow
}

const LINE_WORDS = {
  vip: 'VIP',
  allergic: 'Allergic',
  allergies: (names: string) => `Allergies: ${names}`,
  needsMerge: 'To be merged',
} as const

/** A patient as recognised at a desk: name with warnings, id, age, gender, date of birth and phone. */
export function PatientLine({ patient }: PatientLineProps) {
  const today = useToday(branchZone())
  const { pat_id, gender, dob, mobile, phone_code } = patient
  const facts = [
    pat_id,
    [ageText(dob, today), gender].filter(Boolean).join(' '),
    dob && formatDay(dob),
    mobile && [phone_code && `+${phone_code}`, mobile].filter(Boolean).join(' '),
  ]
  return (
    <Stack gap={2} miw={0}>
      <Group gap={6}>
        <Text fw={600}>{`${patient.fname} ${patient.lname}`.trim()}</Text>
        <PatientMarks patient={patient} />
      </Group>
      <Text size="sm" c="dimmed" className="tabular">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  )
}

/** Warnings about a patient that the desk must not overlook. */
export function PatientMarks({ patient }: PatientLineProps) {
  const { is_vip, is_allergic, allergies, needs_merge } = patient
  const allergy = allergies.length > 0 ? LINE_WORDS.allergies(allergies.join(', ')) : LINE_WORDS.allergic
  return (
    <>
      {is_vip === 1 && <Mark colour="yellow">{LINE_WORDS.vip}</Mark>}
      {(is_allergic === 1 || allergies.length > 0) && <Mark colour="red">{allergy}</Mark>}
      {needs_merge === 1 && <Mark colour="orange">{LINE_WORDS.needsMerge}</Mark>}
    </>
  )
}

function Mark({ colour, children }: { colour: string; children: string }) {
  return (
    <TintBadge size="sm" colour={colour} isCut>
      {children}
    </TintBadge>
  )
}
