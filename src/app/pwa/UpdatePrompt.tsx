import { Affix, Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { useAnyEditorDirty } from '#src/ui/dirty-editors.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'
import { applyUpdate, useUpdateWaiting } from './worker-updates.ts'

/** Offers a newer build; keeps still while an editor holds text, since taking it over reloads the page. */
export function UpdatePrompt() {
  const isWaiting = useUpdateWaiting()
  const isDirty = useAnyEditorDirty()
  const [isPutOff, setPutOff] = useState(false)
  if (!isWaiting || isDirty || isPutOff) return null
  return (
    <Affix position={{ bottom: 16, left: 16 }}>
      <Paper withBorder p="sm" role="status">
        <Text mb="xs">{WORDS.updateReady}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={applyUpdate}>
            {WORDS.updateNow}
          </Button>
          <Button size="xs" variant="default" onClick={() => setPutOff(true)}>
            {WORDS.updateLater}
          </Button>
        </Group>
      </Paper>
    </Affix>
  )
}
