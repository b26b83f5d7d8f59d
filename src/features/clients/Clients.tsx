import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type ClientRecord, client } from '#contract/masters/client.ts'
import { commissionBan } from '#contract/masters/commission-ban.ts'
import { licenceDaysLeft } from '#domain/access/licence-rule.ts'
import { formatDay } from '#domain/time/formats.ts'
import { BranchList } from '#src/parts/branches/BranchList.tsx'
import { PacsList } from '#src/parts/pacs/PacsList.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import classes from '#src/ui/list/list.module.css'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { ClientForm } from './ClientForm.tsx'
import { CLIENT_WORDS as WORDS } from './words.ts'

/** The list of a client that is open in the drawer. */
interface Opened {
  list: 'pacs' | 'branches'
  record: ClientRecord
}

/** Clients of the platform, each with links to its image servers and branches. */
export default function Clients() {
  const [opened, setOpened] = useState<Opened>()
  const [isBansOpen, setBansOpen] = useState(false)
  const cells = useMemo(() => cellsOf(setOpened), [])
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <Button variant="default" onClick={() => setBansOpen(true)}>
          {WORDS.bans}
        </Button>
      </PageHeader>
      <div className={classes.rows}>
        <MasterList master={client} cells={cells} form={ClientForm} />
      </div>
      {opened && <ClientDrawer {...opened} onClose={() => setOpened(undefined)} />}
      {isBansOpen && <CommissionBans onClose={() => setBansOpen(false)} />}
    </div>
  )
}

/** The countries in which fee-splitting is banned (docs/money.md). */
function CommissionBans({ onClose }: { onClose: () => void }) {
  return (
    <SideDrawer title={WORDS.bans} opened onClose={onClose}>
      <Stack gap="sm" h="100%">
        <Text size="sm" c="dimmed">
          {WORDS.bansHint}
        </Text>
        <MasterList master={commissionBan} />
      </Stack>
    </SideDrawer>
  )
}

const cellsOf = (open: (opened: Opened) => void) => ({
  pacs_count: {
    header: WORDS.pacs,
    width: '96px',
    cell: (record: ClientRecord) => (
      <ListButton
        count={record.pacs_count}
        label={WORDS.pacsOf(record.name)}
        onOpen={() => open({ list: 'pacs', record })}
      />
    ),
  },
  branches_count: {
    header: WORDS.branches,
    width: '96px',
    cell: (record: ClientRecord) => (
      <ListButton
        count={record.branches_count}
        label={WORDS.branchesOf(record.name)}
        onOpen={() => open({ list: 'branches', record })}
      />
    ),
  },
  licence: {
    header: WORDS.licence,
    width: 'minmax(160px, 2fr)',
    cell: ({ licence, licence_expired_on }: ClientRecord) => (
      <LicenceCell licence={licence} licence_expired_on={licence_expired_on} />
    ),
  },
})

interface ListButtonProps {
  count: number
  label: string
  onOpen: () => void
}

function ListButton({ count, label, onOpen }: ListButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      className="tabular"
      aria-label={`${label}: ${count}`}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {count}
    </Button>
  )
}

function LicenceCell({ licence, licence_expired_on }: Pick<ClientRecord, 'licence' | 'licence_expired_on'>) {
  const today = useToday(branchZone())
  if (licence_expired_on === '')
    return (
      <Text component="span" size="sm" c="dimmed">
        {WORDS.noLicence}
      </Text>
    )
  const isOver = licenceDaysLeft({ expired_on: licence_expired_on }, new Date(today)) <= 0
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" truncate>
        {WORDS.until(licence, formatDay(licence_expired_on))}
      </Text>
      {isOver && (
        <Badge size="xs" color="red" variant="light">
          {WORDS.over}
        </Badge>
      )}
    </Group>
  )
}

function ClientDrawer({ list, record, onClose }: Opened & { onClose: () => void }) {
  const title = list === 'pacs' ? WORDS.pacsOf(record.name) : WORDS.branchesOf(record.name)
  return (
    <SideDrawer title={title} opened onClose={onClose}>
      {list === 'pacs' ? <PacsList clientId={record.id} /> : <BranchList clientId={record.id} />}
    </SideDrawer>
  )
}
