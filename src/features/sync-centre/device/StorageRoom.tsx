import { Button, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { roomText } from '#src/ui/room-text.ts'
import { DEVICE_WORDS as WORDS } from '../words.ts'

/** Shares of the room from which the bar turns orange, then red. */
const TIGHT = 0.8
const FULL = 0.95

export interface StorageRoomProps {
  /** Bytes. */
  used: number
  granted: number
  isPersistent: boolean
}

/** Room used and granted, and whether the browser promised to keep it. */
export function StorageRoom({ used, granted, isPersistent }: StorageRoomProps) {
  if (granted === 0) return WORDS.storageUnknown
  const share = Math.min(1, used / granted)
  const words = WORDS.storageUsed(roomText(used), roomText(granted))
  const colour = share >= FULL ? 'red.6' : share >= TIGHT ? 'orange.6' : 'accent.5'
  return (
    <Stack gap={6} align="stretch">
      <span>{words}</span>
      <Progress.Root>
        <Progress.Section
          value={share * 100}
          color={colour}
          aria-label={WORDS.storage}
          aria-valuetext={words}
        />
      </Progress.Root>
      <Persistence isPersistent={isPersistent} />
    </Stack>
  )
}

// Browsers that lack it refuse as well.
const askToPersist = async (): Promise<boolean> => (await navigator.storage.persist?.()) ?? false

/** The facts are read once a minute: the browser's answer to the question is shown at once. */
function Persistence({ isPersistent }: Pick<StorageRoomProps, 'isPersistent'>) {
  const [answer, setAnswer] = useState<boolean>()
  if (isPersistent || answer)
    return (
      <Text size="sm" c="dimmed">
        {WORDS.persistent}
      </Text>
    )
  return (
    <>
      <Text size="sm" c="orange.4">
        {WORDS.notPersistent}
      </Text>
      <Button variant="default" size="xs" onClick={() => void askToPersist().then(setAnswer)}>
        {WORDS.askPersistent}
      </Button>
      {answer === false && (
        <Text size="sm" c="dimmed" role="status">
          {WORDS.persistentRefused}
        </Text>
      )}
    </>
  )
}
