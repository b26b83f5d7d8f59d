import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { FileRefusal } from '#domain/file/limits.ts'
import { RICH_TEXT_WORDS as WORDS } from '../words.ts'

/** Shows in a dialog why a file was refused (titles and words of docs/wire.md#files, docs/wire.md#refusals). */
export function showRefusal({ title, message }: FileRefusal): void {
  const id = modals.open({
    title,
    centered: true,
    children: (
      <Stack>
        <Text>{message}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => modals.close(id)}>
            {WORDS.close}
          </Button>
        </Group>
      </Stack>
    ),
  })
}
