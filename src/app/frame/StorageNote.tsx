import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useStorage } from '#src/sync/storage/use-storage.ts'

// Not part of the shell's words, which the sign-in form loads too.
const FULL =
  'This device is full: what you do now cannot be kept. Free some space. Nothing that was kept before is lost.'
const TIGHT =
  'This device is almost full: it keeps what you do, but new studies and changes of others may be missing here. Free some space.'

/**
 * A device that cannot store work shows a red alert on every screen, never a swallowed error
 * (docs/sync.md#on-the-device).
 */
export function StorageNote() {
  const { isFull, isTight, problem } = useStorage()
  const words = problem ?? (isFull ? FULL : undefined)
  if (words === undefined && !isTight) return null
  if (words === undefined)
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status" mb="sm">
        {TIGHT}
      </Alert>
    )
  return (
    <Alert color="red" variant="filled" icon={<IconAlertTriangle aria-hidden />} role="alert" mb="sm">
      {words}
    </Alert>
  )
}
