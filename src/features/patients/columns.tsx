import { Badge, Group, Text } from '@mantine/core'
import { ageText } from '#domain/patient/age.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { PatientMarks } from '#src/parts/patient-form/PatientLine.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import type { ListedPatient } from './use-patient-list.ts'
import { PATIENTS_WORDS as WORDS } from './words.ts'

export const patientName = ({ fname, lname }: Pick<ListedPatient, 'fname' | 'lname'>) =>
  `${fname} ${lname}`.trim()

/** Returns the columns of the Patients page; `today` is used to calculate ages. */
export const columnsOn = (today: string): readonly GridColumn<ListedPatient>[] => [
  {
    id: 'name',
    header: WORDS.columns.name,
    width: 'minmax(180px, 2fr)',
    cell: (patient) => <NameCell patient={patient} />,
  },
  { id: 'pat_id', header: WORDS.columns.pat_id, width: 'minmax(110px, 1fr)', cell: ({ pat_id }) => pat_id },
  {
    id: 'age',
    header: WORDS.columns.age,
    width: '110px',
    cell: ({ dob, gender }) => [ageText(dob, today), gender].filter(Boolean).join(' '),
  },
  {
    id: 'dob',
    header: WORDS.columns.dob,
    width: '110px',
    fromWidth: 700,
    cell: ({ dob, is_dob_from_age }) => dob && `${is_dob_from_age === 1 ? '~ ' : ''}${formatDay(dob)}`,
  },
  {
    id: 'mobile',
    header: WORDS.columns.mobile,
    width: 'minmax(130px, 1fr)',
    cell: ({ mobile, phone_code }) => (mobile && phone_code ? `+${phone_code} ${mobile}` : mobile),
  },
  {
    id: 'ssn',
    header: WORDS.columns.ssn,
    width: 'minmax(110px, 1fr)',
    fromWidth: 1000,
    cell: ({ ssn }) => ssn,
  },
  {
    id: 'touched',
    header: WORDS.columns.touched,
    width: '150px',
    fromWidth: 860,
    cell: ({ touched }) => formatDateTime(new Date(touched), branchZone()),
  },
]

function NameCell({ patient }: { patient: ListedPatient }) {
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Text span truncate>
        {patientName(patient)}
      </Text>
      <PatientMarks patient={patient} />
      {patient.isWaiting && (
        <Badge radius="sm" tt="none" size="sm" variant="outline" color="orange">
          {WORDS.waits}
        </Badge>
      )}
    </Group>
  )
}
