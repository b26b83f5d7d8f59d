import { ActionIcon, Group, SegmentedControl, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { Calendar } from '#src/parts/calendar/Calendar.tsx'
import { weekOf } from '#src/parts/calendar/day-frame.ts'
import { useCalendarEvents } from '#src/parts/calendar/use-calendar-events.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import classes from '../booking.module.css'
import { setSlotStart, setStart } from '../draft/change-draft.ts'
import type { TimedSlot } from '../draft/timetable.ts'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'

const DEFAULT_SLOT = 20

/** The calendar of the booked machine, beside the form: clicking a free slot sets the time. */
export function SideCalendar({ booking, zone }: { booking: Booking; zone: string }) {
  const { timetable, catalogue } = booking
  const [shownKey, setShownKey] = useState<string>()
  const slot = timetable.slots.find(({ key }) => key === shownKey) ?? timetable.slots[0]
  if (!slot || slot.placeId === null)
    return (
      <Text c="dimmed" p="md">
        {WORDS.noMachine}
      </Text>
    )
  const nameOf = ({ departmentId, placeId }: TimedSlot) =>
    catalogue.placesOf(departmentId).find(({ id }) => id === placeId)?.name ?? ''
  return (
    <div className={classes.side}>
      {timetable.slots.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={WORDS.sideCalendar}
          data={timetable.slots.map((one) => ({ value: one.key, label: nameOf(one) }))}
          value={slot.key}
          onChange={setShownKey}
        />
      )}
      <SlotCalendar key={slot.key} booking={booking} zone={zone} slot={slot} name={nameOf(slot)} />
    </div>
  )
}

interface SlotCalendarProps {
  booking: Booking
  zone: string
  slot: TimedSlot
  name: string
}

function SlotCalendar({ booking, zone, slot, name }: SlotCalendarProps) {
  const { draft, change, catalogue } = booking
  const branch = useBranches().find(({ id }) => id === draft.branchId)
  const [view, setView] = useState<'day' | 'week'>('day')
  const [turned, setTurned] = useState<DayText>()
  const day = turned ?? dayAt(new Date(slot.start), zone)
  const days = useMemo(() => (view === 'day' ? [day] : weekOf(day)), [view, day])
  const { events } = useCalendarEvents({
    branchId: draft.branchId,
    zone,
    departmentId: slot.departmentId,
    placeId: slot.placeId ?? '',
    days,
  })
  const others = useMemo(
    () => events.filter(({ visitId }) => visitId !== draft.visitId),
    [events, draft.visitId],
  )
  const step = view === 'day' ? 1 : 7
  const pick = (start: number) => {
    if (isPastStart(start, Date.now())) return notifyError(new Error(WORDS.past))
    const isFirst = booking.timetable.slots[0]?.key === slot.key
    change((now) =>
      isFirst ? setStart(withoutOwnTime(now, slot.key), start) : setSlotStart(now, slot.key, start),
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
          slotMinutes={catalogue.slotMinutesOf(slot.departmentId) ?? DEFAULT_SLOT}
          events={others}
          chosen={slot}
          onPick={pick}
          onOpen={() => undefined}
        />
      </div>
    </>
  )
}

/** Removes the own time of the first slot, because it starts with the visit. */
function withoutOwnTime(draft: Booking['draft'], key: string): Booking['draft'] {
  const slot = draft.slots[key]
  return slot ? { ...draft, slots: { ...draft.slots, [key]: { id: slot.id } } } : draft
}
