import { Tabs, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import { VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { addDays } from '#domain/time/zones.ts'
import { DEFAULT_SLOT_MINUTES, isPastStart } from '#domain/visit/end-time.ts'
import type { Catalogue, Resource } from '#src/parts/booking/services/use-catalogue.ts'
import { Calendar } from '#src/parts/calendar/Calendar.tsx'
import { weekOf } from '#src/parts/calendar/day-frame.ts'
import { useCalendarEvents } from '#src/parts/calendar/use-calendar-events.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyError } from '#src/ui/notes/notify.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { CalendarTools } from './CalendarTools.tsx'
import { MoveRefused } from './MoveRefused.tsx'
import { NeedsSlot } from './NeedsSlot.tsx'
import type { OpenedPanel } from './SchedulerPanels.tsx'
import classes from './scheduler.module.css'
import { useMove } from './use-move.ts'
import type { SchedulerParams } from './use-scheduler-params.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface MachineCalendarProps {
  place: SchedulerParams
  catalogue: Catalogue
  department: DepartmentRecord
  onOpen: (panel: OpenedPanel) => void
}

/** A tab for each machine of the department, and the calendar of the selected one. */
export function MachineCalendar(props: MachineCalendarProps) {
  const { place, catalogue, department } = props
  const places = catalogue.placesOf(department.id)
  const shown = places.find(({ id }) => id === place.placeId) ?? places[0]
  if (!shown)
    return place.isRadiology ? (
      <EmptyState title={WORDS.noMachine} hint={WORDS.noMachineHint} />
    ) : (
      <EmptyState title={WORDS.noDoctor} hint={WORDS.noDoctorHint} />
    )
  return (
    <Tabs
      className={classes.machines}
      value={shown.id}
      onChange={(id) => place.go({ place: id ?? undefined })}
      keepMounted={false}
    >
      <Tabs.List aria-label={place.isRadiology ? WORDS.machines : WORDS.doctors}>
        {places.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.id} className={classes.machine}>
        <OneMachine {...props} shown={shown} />
      </Tabs.Panel>
    </Tabs>
  )
}

function OneMachine({
  place,
  catalogue,
  department,
  onOpen,
  shown,
}: MachineCalendarProps & { shown: Resource }) {
  const { branchId, zone, day, view, go } = place
  const branch = useBranches().find(({ id }) => id === branchId)
  const [monday = day] = weekOf(day)
  const week = useMemo(() => weekOf(monday), [monday])
  const days = useMemo(() => (view === 'day' ? [day] : week), [view, day, week])
  const slotMinutes = catalogue.slotMinutesOf(department.id) ?? DEFAULT_SLOT_MINUTES
  const mayOverlap = department.may_overlap === 1
  // Loads the whole week in both views if this device keeps it, so that switching needs no request.
  const isKept = monday >= addDays(useToday(zone), -VISIT_WINDOW_DAYS)
  const asked = isKept ? week : days
  const question = { branchId, zone, departmentId: department.id, placeId: shown.id, days: asked }
  const { events, error, isBeyondDevice } = useCalendarEvents(question)
  const move = useMove({ catalogue, hours: branch, zone })
  const pick = (start: number) => {
    if (isPastStart(start, Date.now())) return notifyError(new Error(WORDS.past))
    onOpen({ kind: 'book', at: { machineId: shown.id, start } })
  }
  return (
    <>
      <CalendarTools place={place} days={days} slotMinutes={slotMinutes} />
      {error && <ErrorNote title={WORDS.failed} message={error.message} />}
      {isBeyondDevice && <Text c="dimmed">{WORDS.beyond}</Text>}
      <NeedsSlot
        place={place}
        departmentId={department.id}
        days={days}
        onChoose={(visitId) => go({ edit: visitId })}
      />
      <div className={classes.calendar}>
        <Calendar
          days={days}
          zone={zone}
          branch={branch}
          slotMinutes={slotMinutes}
          events={events}
          mayOverlap={mayOverlap}
          onPick={pick}
          onMove={move.move}
          onOpen={({ visitId }) => onOpen({ kind: 'visit', visitId })}
        />
      </div>
      <MoveRefused
        refused={move.refused}
        zone={zone}
        onPick={move.pick}
        onReason={move.giveReason}
        onClose={move.dismiss}
      />
    </>
  )
}
