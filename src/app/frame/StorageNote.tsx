import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useStorage } from '#src/sync/storage/use-storage.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

/** A device that cannot keep work is a red state on every screen, never a swallowed error (SYNC.md "On the device"). */
export function StorageNote() {
  const { isFull, problem } = useStorage()
  const words = problem ?? (isFull ? WORDS.storageFull : undefined)
  if (words === undefined) return null
  return (
    <Alert color="red" variant="filled" icon={<IconAlertTriangle aria-hidden />} role="alert" mb="sm">
      {words}
    </Alert>
  )
}
