import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { findDay } from '#domain/time/zones.ts'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { changeParams } from '#src/ui/change-params.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useToday } from '#src/ui/use-today.ts'
import { DepartmentTabs } from './DepartmentTabs.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import classes from './scan-worklist.module.css'
import { useExamQueue } from './use-exam-queue.ts'
import { QUEUE_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/**
 * The technicians' queue: waiting, running and completed examinations at each machine of a branch on a day
 * (docs/visits.md#examination-queue).
 */
export default function ScanWorklist() {
  const branches = useBranches()
  const [params, setParams] = useSearchParams()
  const { online } = useLink()
  const [opened, setOpened] = useState<string>()
  const branch = branches.find(({ id }) => id === params.get('branch')) ?? branches[0]
  const zone = branch?.time_zone ?? placeZone()
  const today = useToday(zone)
  const asked = params.get('date') ?? ''
  const day = findDay(asked) ? asked : today
  const queue = useExamQueue({ branchId: branch?.id ?? '', zone, day, today, isOnline: online })
  const set = (name: string, value: string) =>
    setParams((now) => changeParams(now, { [name]: value }), { replace: true })
  if (!branch) return <NoBranch />
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={online ? undefined : WORDS.fromDevice}>
        <QueueFilters
          branches={branches}
          branchId={branch.id}
          day={day}
          zone={zone}
          onBranch={(id) => set('branch', id)}
          onDay={(date) => set('date', date === today ? '' : date)}
        />
      </PageHeader>
      {queue.error && <ErrorNote title={WORDS.unread} message={queue.error.message} />}
      {queue.isOutOfReach && (
        <Alert color="orange" title={WORDS.offlineDay}>
          {WORDS.offlineDayHint}
        </Alert>
      )}
      {!queue.entries && !queue.isOutOfReach && !queue.error && <SkeletonRows rows={8} />}
      {queue.entries && (
        <DepartmentTabs
          branchId={branch.id}
          zone={zone}
          entries={queue.entries}
          departmentId={params.get('department') ?? undefined}
          onDepartment={(id) => set('department', id)}
          onOpenVisit={setOpened}
        />
      )}
      {opened !== undefined && <VisitPanel visitId={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
