import { Badge, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { PacsStatus } from '#contract/calls/directory.ts'
import { pacs } from '#contract/masters/pacs.ts'
import { certificateStanding } from '#domain/certificate/certificate-standing.ts'
import { formatDate, formatDateTime } from '#domain/time/formats.ts'
import { useImageServers } from '#src/sync/directory/use-image-servers.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { PacsForm } from './PacsForm.tsx'
import { PACS_WORDS as WORDS } from './words.ts'

export interface PacsListProps {
  /** The client that the platform's administrator looks at. */
  clientId?: string
}

const COLUMNS = ['name', 'type', 'db_host', 'db_port', 'polling', 'certificates', 'status']

/** Image servers of the client, each with its polling status (docs/masters.md#image-servers-and-branches). */
export function PacsList({ clientId }: PacsListProps) {
  const { online } = useLink()
  const [now] = useState(() => new Date())
  const servers = useImageServers(online, clientId)
  const polling = ({ id, status }: RecordOf<typeof pacs>) => (
    <Polling server={servers.find((one) => one.id === id)} isOn={status === 1} isOnline={online} />
  )
  const until = (record: RecordOf<typeof pacs>) => <CertificatesUntil record={record} now={now} />
  const cells = {
    polling: { header: WORDS.polling, width: '148px', cell: polling },
    certificates: { header: WORDS.certificates, width: '148px', cell: until },
  }
  return <MasterList master={pacs} clientId={clientId} form={PacsForm} columns={COLUMNS} cells={cells} />
}

const STANDING_COLOURS = { good: undefined, ending: 'orange', expired: 'red' } as const

/** The earliest expiry of the image server's certificates; empty if none is known. */
function CertificatesUntil({ record, now }: { record: RecordOf<typeof pacs>; now: Date }) {
  const [first] = [record.client_certificate_expires, record.server_certificate_expires]
    .filter((expires) => expires)
    .toSorted()
  if (first === undefined) return null
  const ends = new Date(first)
  const colour = STANDING_COLOURS[certificateStanding(ends, now)]
  const day = formatDate(ends, branchZone())
  return (
    <Tooltip label={WORDS.certificatesHint} multiline maw={320}>
      {colour ? (
        <Badge variant="light" color={colour} tt="none">
          {day}
        </Badge>
      ) : (
        <Text span>{day}</Text>
      )}
    </Tooltip>
  )
}

const COLOURS: Record<PacsStatus['state'], string> = {
  never: 'gray',
  ok: 'green',
  down: 'red',
  slow: 'orange',
  nonsense: 'red',
}

function Polling({
  server,
  isOn,
  isOnline,
}: {
  server: PacsStatus | undefined
  isOn: boolean
  isOnline: boolean
}) {
  if (!isOn)
    return (
      <Text span c="dimmed">
        {WORDS.off}
      </Text>
    )
  if (!isOnline)
    return (
      <Text span c="dimmed">
        {WORDS.unknown}
      </Text>
    )
  if (!server) return null
  const { state, detail, last_ok } = server
  const when = last_ok === null ? '' : WORDS.lastOk(formatDateTime(new Date(last_ok), branchZone()))
  const label = [detail, when].filter((part) => part !== '').join(' ')
  return (
    <Tooltip label={label} disabled={label === ''} multiline maw={320}>
      <Badge variant="light" color={COLOURS[state]} tt="none">
        {WORDS.states[state]}
      </Badge>
    </Tooltip>
  )
}
