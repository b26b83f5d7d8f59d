import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { InsertMode } from './insert-template.ts'

/** Asks how to insert a template if the report already has text; returns undefined if the person cancels. */
export function askInsertMode(name: string): Promise<InsertMode | undefined> {
  return new Promise((resolve) => {
    const choose = (mode: InsertMode) => {
      resolve(mode)
      modals.close(id)
    }
    const id = modals.open({
      title: WORDS.templateTitle,
      centered: true,
      // Has no effect if a button was pressed, because the promise is already resolved.
      onClose: () => resolve(undefined),
      children: (
        <Stack>
          <Text>{WORDS.templateQuestion(name)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => choose('replace')}>
              {WORDS.templateReplace}
            </Button>
            <Button data-autofocus onClick={() => choose('below')}>
              {WORDS.templateBelow}
            </Button>
          </Group>
        </Stack>
      ),
    })
  })
}
