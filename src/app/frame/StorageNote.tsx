import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useStorage } from '#src/sync/storage/use-storage.ts'

// Not among the words of the shell, which the sign-in form loads too.
const FULL =
  'This device is full: what you do now cannot be kept. Free some space. Nothing that was kept before is lost.'

/** A device that cannot keep work is a red state on every screen, never a swallowed error (SYNC.md "On the device"). */
export function StorageNote() {
  const { isFull, problem } = useStorage()
  const words = problem ?? (isFull ? FULL : undefined)
  if (words === undefined) return null
  return (
    <Alert color="red" variant="filled" icon={<IconAlertTriangle aria-hidden />} role="alert" mb="sm">
      {words}
    </Alert>
  )
}
