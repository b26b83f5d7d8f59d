import { ActionIcon, Group, SegmentedControl, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { Calendar } from '#src/parts/calendar/Calendar.tsx'
import { weekOf } from '#src/parts/calendar/day-frame.ts'
import { useCalendarEvents } from '#src/parts/calendar/use-calendar-events.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { notifyError } from '#src/ui/notify.ts'
import classes from './booking.module.css'
import { setStart, setStayStart } from './draft/change-draft.ts'
import type { TimedStay } from './draft/timetable.ts'
import type { Booking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

const DEFAULT_SLOT = 20

/** The calendar of the booked machine, beside the form: clicking a free slot sets the time. */
export function SideCalendar({ booking, zone }: { booking: Booking; zone: string }) {
  const { timetable, catalogue } = booking
  const [shownKey, setShownKey] = useState<string>()
  const stay = timetable.stays.find(({ key }) => key === shownKey) ?? timetable.stays[0]
  if (!stay || stay.placeId === null)
    return (
      <Text c="dimmed" p="md">
        {WORDS.noMachine}
      </Text>
    )
  const nameOf = ({ departmentId, placeId }: TimedStay) =>
    catalogue.placesOf(departmentId).find(({ id }) => id === placeId)?.name ?? ''
  return (
    <div className={classes.side}>
      {timetable.stays.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={WORDS.sideCalendar}
          data={timetable.stays.map((one) => ({ value: one.key, label: nameOf(one) }))}
          value={stay.key}
          onChange={setShownKey}
        />
      )}
      <StayCalendar key={stay.key} booking={booking} zone={zone} stay={stay} name={nameOf(stay)} />
    </div>
  )
}

interface StayCalendarProps {
  booking: Booking
  zone: string
  stay: TimedStay
  name: string
}

function StayCalendar({ booking, zone, stay, name }: StayCalendarProps) {
  const { draft, change, catalogue } = booking
  const branch = useBranches().find(({ id }) => id === draft.branchId)
  const [view, setView] = useState<'day' | 'week'>('day')
  const [turned, setTurned] = useState<DayText>()
  const day = turned ?? dayAt(new Date(stay.start), zone)
  const days = useMemo(() => (view === 'day' ? [day] : weekOf(day)), [view, day])
  const { events } = useCalendarEvents({
    branchId: draft.branchId,
    zone,
    departmentId: stay.departmentId,
    placeId: stay.placeId ?? '',
    days,
  })
  const others = useMemo(
    () => events.filter(({ visitId }) => visitId !== draft.visitId),
    [events, draft.visitId],
  )
  const step = view === 'day' ? 1 : 7
  const pick = (start: number) => {
    if (isPastStart(start, Date.now())) return notifyError(new Error(WORDS.past))
    const isFirst = booking.timetable.stays[0]?.key === stay.key
    change((now) =>
      isFirst ? setStart(withoutOwnTime(now, stay.key), start) : setStayStart(now, stay.key, start),
    )
    setTurned(undefined)
  }
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.earlier}
          onClick={() => setTurned(addDays(day, -step))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Text fw={600} truncate flex={1}>
          {name}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={WORDS.sideCalendar}
          data={[
            { value: 'day', label: WORDS.day },
            { value: 'week', label: WORDS.week },
          ]}
          value={view}
          onChange={(value) => setView(value)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.later}
          onClick={() => setTurned(addDays(day, step))}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <div className={classes.sideBody}>
        <Calendar
          days={days}
          zone={zone}
          branch={branch}
          slotMinutes={catalogue.slotMinutesOf(stay.departmentId) ?? DEFAULT_SLOT}
          events={others}
          chosen={stay}
          onPick={pick}
          onOpen={() => undefined}
        />
      </div>
    </>
  )
}

/** Removes the own time of the first stay, because it starts with the visit. */
function withoutOwnTime(draft: Booking['draft'], key: string): Booking['draft'] {
  const stay = draft.stays[key]
  return stay ? { ...draft, stays: { ...draft.stays, [key]: { id: stay.id } } } : draft
}
