import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLink } from '#src/sync/link/use-link.ts'
import { useIsFetched } from '#src/sync/pull/use-is-fetched.ts'
import { QUEUE_WORDS } from './queue-words.ts'

/**
 * Shown if the device went offline before its first fetch ended: its lists are incomplete (docs/sync.md#feed-and-pull).
 */
export function UnfetchedNote() {
  const { online } = useLink()
  const isFetched = useIsFetched()
  if (online || isFetched !== false) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status" mb="sm">
      {QUEUE_WORDS.unfetched}
    </Alert>
  )
}
