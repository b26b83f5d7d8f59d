import { Affix, Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { useAnyEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { FRAME_WORDS as WORDS } from '../frame/frame-words.ts'
import { applyUpdate, useUpdateWaiting } from './worker-updates.ts'

export interface UpdatePromptProps {
  /** In the language of the page, if it is not English. */
  words?: Record<'ready' | 'now' | 'later', string>
}

const ENGLISH = { ready: WORDS.updateReady, now: WORDS.updateNow, later: WORDS.updateLater }

/** Offers a newer build; hidden while an editor holds text, since applying it reloads the page. */
export function UpdatePrompt({ words = ENGLISH }: UpdatePromptProps) {
  const isWaiting = useUpdateWaiting()
  const isDirty = useAnyEditorDirty()
  const [isPutOff, setPutOff] = useState(false)
  if (!isWaiting || isDirty || isPutOff) return null
  return (
    <Affix position={{ bottom: 16, left: 16 }}>
      <Paper withBorder p="sm" role="status">
        <Text mb="xs">{words.ready}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={applyUpdate}>
            {words.now}
          </Button>
          <Button size="xs" variant="default" onClick={() => setPutOff(true)}>
            {words.later}
          </Button>
        </Group>
      </Paper>
    </Affix>
  )
}
