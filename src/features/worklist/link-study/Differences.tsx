import { Mark, Stack, Table, Text } from '@mantine/core'
import { IDENTITY_FIELDS, type Identity, type IdentityField } from '#domain/match/identity-differences.ts'
import { formatDay } from '#domain/time/formats.ts'
import { EDIT_WORDS } from '#src/parts/edit-study/words.ts'
import { LINK_WORDS as WORDS } from './words.ts'

export interface DifferencesProps {
  study: Identity
  person: Identity
  differences: readonly IdentityField[]
}

/** Images and patient side by side; differences are marked, and stated in words. */
export function Differences({ study, person, differences }: DifferencesProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">{WORDS.differsNote}</Text>
      <Table aria-label={WORDS.differsTitle}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th>{WORDS.onImages}</Table.Th>
            <Table.Th>{WORDS.ofVisit}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {IDENTITY_FIELDS.map((field) => {
            const differs = differences.includes(field)
            return (
              <Table.Tr key={field}>
                <Table.Th scope="row">
                  {EDIT_WORDS.fields[field]}
                  {differs && ` (${WORDS.differs})`}
                </Table.Th>
                <Table.Td>{valueOf(study, field)}</Table.Td>
                <Table.Td>
                  {differs ? <Mark color="orange">{valueOf(person, field)}</Mark> : valueOf(person, field)}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

function valueOf(identity: Identity, field: IdentityField): string {
  const value = identity[field]
  if (!value) return EDIT_WORDS.empty
  return field === 'pat_birthdate' ? formatDay(value) : value
}
