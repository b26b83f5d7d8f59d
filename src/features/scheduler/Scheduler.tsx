import { useState } from 'react'
import { useCatalogue } from '#src/parts/booking/services/use-catalogue.ts'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { RefusedDeskWork } from '#src/parts/refused-work/RefusedDeskWork.tsx'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { DepartmentList } from './DepartmentList.tsx'
import { MachineCalendar } from './MachineCalendar.tsx'
import { type OpenedPanel, SchedulerPanels } from './SchedulerPanels.tsx'
import { SchedulerTools } from './SchedulerTools.tsx'
import classes from './scheduler.module.css'
import { useSchedulerParams } from './use-scheduler-params.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

const QUICK_BOOK: OpenedPanel = { kind: 'quick' }

/**
 * The scheduler (docs/visits.md#booking): branch, departments, a tab for each machine or clinic doctor, day
 * and week.
 */
export default function Scheduler() {
  const place = useSchedulerParams()
  const branches = useBranches()
  const catalogue = useCatalogue(place)
  const [chosen, setPanel] = useState<OpenedPanel>()
  const panel = chosen ?? (place.opensQuickBook ? QUICK_BOOK : undefined)
  const show = (next: OpenedPanel | undefined) => {
    setPanel(next)
    if (place.opensQuickBook) place.go({ open: undefined })
  }
  // A department without a machine or doctor at the branch cannot be booked.
  const departments = catalogue.departments.filter(({ id }) => catalogue.placesOf(id).length > 0)
  const department = departments.find(({ id }) => id === place.departmentId) ?? departments[0]
  if (branches.length === 0) return <NoBranch />
  return (
    <div className={classes.screen}>
      <SchedulerTools place={place} onOpen={show} />
      <RefusedDeskWork />
      {catalogue.isLoading && departments.length === 0 ? (
        <SkeletonRows rows={8} />
      ) : (
        <div className={classes.body}>
          <DepartmentList
            departments={departments}
            value={department?.id}
            onChange={(id) => place.go({ department: id, place: undefined })}
          />
          {department ? (
            <MachineCalendar
              key={`${place.branchId} ${department.id}`}
              place={place}
              catalogue={catalogue}
              department={department}
              onOpen={show}
            />
          ) : (
            <EmptyState title={WORDS.noDepartment} hint={WORDS.noDepartmentHint} />
          )}
        </div>
      )}
      <SchedulerPanels place={place} panel={panel} onPanel={show} />
    </div>
  )
}
