import { Button, Group, SegmentedControl, Select, Title } from '@mantine/core'
import { IconBolt, IconCalendarPlus, IconInbox } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { currentDevice } from '#src/sync/current-device.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import type { OpenedPanel } from './SchedulerPanels.tsx'
import classes from './scheduler.module.css'
import type { SchedulerParams } from './use-scheduler-params.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface SchedulerToolsProps {
  place: SchedulerParams
  onOpen: (panel: OpenedPanel) => void
}

export function SchedulerTools({ place, onOpen }: SchedulerToolsProps) {
  const branches = useBranches()
  const { online } = useLink()
  const { branchId, isRadiology, go } = place
  return (
    <Group className={classes.tools} gap="xs" role="toolbar" aria-label={WORDS.title}>
      <Title order={1}>{WORDS.title}</Title>
      <Select
        className={classes.branch}
        aria-label={WORDS.branch}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branchId}
        allowDeselect={false}
        searchable
        onChange={(branch) => branch !== null && go({ branch, department: undefined, place: undefined })}
      />
      <SegmentedControl
        aria-label={WORDS.kind}
        data={[
          { value: 'radiology', label: WORDS.radiology },
          { value: 'clinical', label: WORDS.clinical },
        ]}
        value={isRadiology ? 'radiology' : 'clinical'}
        onChange={(kind) => go({ kind, department: undefined, place: undefined })}
      />
      <RefreshButton isOnline={online} onRefresh={() => currentDevice()?.refresh()} />
      <Group gap="xs" ml="auto" className={classes.acts}>
        <Button
          component={Link}
          to={`/booking-requests?branch_id=${branchId}`}
          variant="default"
          leftSection={<IconInbox size={16} aria-hidden />}
        >
          {WORDS.viewRequests}
        </Button>
        <Button
          variant="default"
          leftSection={<IconBolt size={16} aria-hidden />}
          onClick={() => onOpen({ kind: 'quick' })}
        >
          {WORDS.quickBook}
        </Button>
        <Button
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
          onClick={() => onOpen({ kind: 'book' })}
        >
          {WORDS.newAppointment}
        </Button>
      </Group>
    </Group>
  )
}
