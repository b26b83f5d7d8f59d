import { Alert, Text } from '@mantine/core'
import { IconServerOff } from '@tabler/icons-react'
import type { PacsStatus } from '#contract/calls/directory.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useImageServers } from '#src/sync/directory/use-image-servers.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'

const FAULTS = new Set<PacsStatus['state']>(['down', 'slow', 'nonsense'])

/** Names image servers that do not respond properly: their studies are late, which the list itself cannot show. */
export function ImageServerNote({ isOnline }: { isOnline: boolean }) {
  const troubled = useImageServers(isOnline).filter((one) => FAULTS.has(one.state))
  if (troubled.length === 0) return null
  return (
    <Alert color="orange" icon={<IconServerOff size={18} aria-hidden />} mb="sm" p="xs" role="status">
      {troubled.map((server) => (
        <Text key={server.id} size="sm">
          {WORDS.imageServer(server.name, server.detail, sinceOf(server))}
        </Text>
      ))}
    </Alert>
  )
}

function sinceOf({ last_ok }: PacsStatus): string | undefined {
  return last_ok === null ? undefined : formatDateTime(new Date(last_ok), branchZone())
}
