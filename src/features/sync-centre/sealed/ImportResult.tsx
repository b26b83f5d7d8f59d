import { Button, Group, List, Stack, Table } from '@mantine/core'
import type { Imported } from '#src/sync/sealed/sealed-file.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { SYNC_WORDS as WORDS } from '../words.ts'

export interface ImportResultProps {
  result: Imported
  onClose: () => void
}

/** The results of the changes in a sealed file: refused ones are shown by id, because nobody here can read them. */
export function ImportResult({ result, onClose }: ImportResultProps) {
  const { accepted, known, held, refused } = result
  return (
    <Dialog opened onClose={onClose} title={WORDS.importTitle} centered size="lg">
      <Stack>
        <List>
          <List.Item>{WORDS.imported(accepted)}</List.Item>
          <List.Item>{WORDS.known(known)}</List.Item>
          {held > 0 && <List.Item>{WORDS.heldItems(held)}</List.Item>}
          <List.Item>{WORDS.refused(refused.length)}</List.Item>
        </List>
        {refused.length > 0 && (
          <Table.ScrollContainer minWidth={320} mah={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{WORDS.refusedItem}</Table.Th>
                  <Table.Th>{WORDS.refusedReason}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {refused.map(({ id, reason }) => (
                  <Table.Tr key={id}>
                    <Table.Td className="tabular">{id}</Table.Td>
                    <Table.Td>{reason}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {WORDS.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
