import { Alert, Button, Table, Text } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { EditableField } from '#domain/study/study-rules.ts'
import type { RefusedEdit } from '#src/sync/study-parts/edit-study.ts'
import { type EditValues, valuesOf } from './edit-fields.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

export interface RefusedEditNoteProps {
  refused: RefusedEdit
  study: StudyRow
  /** Puts the typed values back into the form, based on what the server has now. */
  onUse: (mine: Partial<EditValues>, theirs: EditValues) => void
}

/** A correction that the server refused, field by field beside the server's values. */
export function RefusedEditNote({ refused, study, onUse }: RefusedEditNoteProps) {
  const theirs = valuesOf(refused.theirs ?? study)
  const mine = Object.fromEntries(
    Object.entries(refused.fields).map(([field, value]) => [field, value ?? '']),
  ) as Partial<EditValues>
  const fields = Object.keys(mine) as EditableField[]
  return (
    <Alert color="red" variant="light" role="alert" title={WORDS.refused}>
      <Text size="sm">{refused.isConflict ? WORDS.conflict : refused.reason}</Text>
      <Table withRowBorders={false} verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.field}</Table.Th>
            <Table.Th>{WORDS.mine}</Table.Th>
            <Table.Th>{WORDS.theirs}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field}>
              <Table.Td>{WORDS.fields[field]}</Table.Td>
              <Table.Td>{mine[field] || WORDS.empty}</Table.Td>
              <Table.Td>{theirs[field] || WORDS.empty}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button size="xs" mt="xs" variant="default" onClick={() => onUse(mine, theirs)}>
        {WORDS.enterMine}
      </Button>
    </Alert>
  )
}
