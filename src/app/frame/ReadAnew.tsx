import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { noteReadAnew, useHistoryChange } from '#src/sync/journal/use-history-change.ts'
import { useAnyEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'

// Not part of the shell's words, which the sign-in form loads too.
const WORDS = {
  restored:
    'The server was restored from a backup. What this screen shows may be of before: copy what you typed, and open the screen anew before you save.',
  readAnew: 'Open it anew',
} as const

/**
 * Reopens the screen once the server was restored from a backup: the revisions it shows belong to another history. If
 * somebody has typed unsaved text, it asks first; saving meanwhile causes a conflict.
 */
export function ReadAnew({ children }: { children: ReactNode }) {
  const change = useHistoryChange()
  const isDirty = useAnyEditorDirty()
  const [shown, setShown] = useState<string>()
  const isOver = change !== undefined && change !== shown
  const readAnew = () =>
    void noteReadAnew().then(
      () => setShown(change),
      () => undefined,
    )
  useEffect(() => {
    if (isOver && !isDirty) readAnew()
  })
  return (
    <>
      {isOver && isDirty && (
        <Alert color="orange" icon={<IconDatabaseImport aria-hidden />} role="alert" mb="sm">
          <Group justify="space-between">
            <Text size="sm">{WORDS.restored}</Text>
            <Button size="xs" onClick={readAnew}>
              {WORDS.readAnew}
            </Button>
          </Group>
        </Alert>
      )}
      <Fragment key={shown ?? ''}>{children}</Fragment>
    </>
  )
}
