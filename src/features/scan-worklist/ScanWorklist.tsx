import { Alert } from '@mantine/core'
import { useState } from 'react'
import { BranchField, DayField } from '#src/parts/branches/BranchDayFields.tsx'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { useBranchDay } from '#src/parts/branches/use-branch-day.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { DepartmentTabs } from './DepartmentTabs.tsx'
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
  const branchDay = useBranchDay<'department'>('date')
  const { branch, zone, today, day, params, set } = branchDay
  const { online } = useLink()
  const [opened, setOpened] = useState<string>()
  const queue = useExamQueue({ branchId: branch?.id ?? '', zone, day, today, isOnline: online })
  if (!branch) return <NoBranch />
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={online ? undefined : WORDS.fromDevice}>
        <BranchField branchDay={branchDay} />
        <DayField branchDay={branchDay} label={WORDS.date} />
        <RefreshButton onRefresh={refreshCopies} />
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
