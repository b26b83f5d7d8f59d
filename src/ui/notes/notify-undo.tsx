import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { v7 as mintId } from 'uuid'
import { UNDO_MS } from '#domain/time/intervals.ts'
import { REFUSAL_WORDS } from '../refusal/words.ts'

/** Shows what was done, with a button that undoes it for as long as possible (10 seconds). */
export function notifyUndo(message: string, onUndo: () => void): void {
  const id = mintId()
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.show({
    id,
    color: 'green',
    autoClose: UNDO_MS,
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text className="tabular">{message}</Text>
        <Button size="xs" variant="default" onClick={undo}>
          {REFUSAL_WORDS.undo}
        </Button>
      </Group>
    ),
  })
}
