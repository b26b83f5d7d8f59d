import { Button, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { roomText } from '#src/ui/room-text.ts'
import { DEVICE_WORDS as WORDS } from '../words.ts'

/** The shares of the used storage at which the bar turns orange and red. */
const TIGHT = 0.8
const FULL = 0.95

export interface StorageRoomProps {
  /** In bytes. */
  used: number
  granted: number
  isPersistent: boolean
}

/** The used and available storage, and whether the browser guarantees to keep it. */
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

// Browsers without this function count as a refusal.
const askToPersist = async (): Promise<boolean> => (await navigator.storage.persist?.()) ?? false

/** Shows the browser's response to the request immediately, although the facts are read only once a minute. */
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
