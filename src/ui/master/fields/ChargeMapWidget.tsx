import { Input, NumberInput, ScrollArea, Table, Text } from '@mantine/core'
import { useBranchDirectory, useDoctorDirectory } from '#src/sync/directory/use-directory.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { FIELD_WORDS as WORDS } from '../words.ts'
import type { FieldProps } from './field-props.ts'

type Charges = Readonly<Record<string, number | string>>

const chargesOf = (value: unknown): Charges =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Charges) : {}

/** A charge for each branch or doctor; blank ones are not saved (docs/masters.md#lists). */
export function ChargeMapWidget(props: FieldProps<'chargeMap'>) {
  const { field, value, onChange, error, disabled, name } = props
  const [ofBranches, ofDoctors] = [useBranchDirectory(), useDoctorDirectory()]
  const isByBranch = field.by === 'branch'
  const owners: readonly { id: string; name: string }[] = isByBranch ? ofBranches.branches : ofDoctors.doctors
  const { isLoading } = isByBranch ? ofBranches : ofDoctors
  const charges = chargesOf(value)
  const change = (id: string, charge: number | string) => {
    const { [id]: _, ...others } = charges
    onChange(charge === '' ? others : { ...others, [id]: charge })
  }
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description={field.hint ?? WORDS.blankMeansNone}
      error={error}
    >
      {isLoading ? (
        <SkeletonRows rows={2} />
      ) : owners.length === 0 ? (
        <Text c="dimmed">{isByBranch ? WORDS.noBranches : WORDS.noDoctors}</Text>
      ) : (
        <ScrollArea.Autosize mah={260} mt={4}>
          <Table withTableBorder verticalSpacing={4} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{isByBranch ? WORDS.branch : WORDS.doctor}</Table.Th>
                <Table.Th w={150} ta="end">
                  {WORDS.charge}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {owners.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>{one.name}</Table.Td>
                  <Table.Td>
                    <NumberInput
                      name={`${name}.${one.id}`}
                      aria-label={WORDS.chargeOf(field.label, one.name)}
                      size="xs"
                      value={charges[one.id] ?? ''}
                      onChange={(charge) => change(one.id, charge)}
                      allowNegative={false}
                      clampBehavior="none"
                      hideControls
                      disabled={disabled}
                      className="tabular"
                      styles={{ input: { textAlign: 'end' } }}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </Input.Wrapper>
  )
}
