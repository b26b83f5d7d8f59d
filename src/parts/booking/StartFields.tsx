import { Group, SegmentedControl } from '@mantine/core'
import { formatClock } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { minutesOf } from '#domain/visit/open-hours.ts'
import { dayFrame } from '#src/parts/calendar/day-frame.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { TimeInput } from '#src/ui/dates/TimeInput.tsx'
import { clearLines, setStart } from './draft/change-draft.ts'
import { EndText } from './EndText.tsx'
import type { Booking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface StartFieldsProps {
  booking: Booking
  zone: string
  error?: string | undefined
}

/** The visit's start, in its branch's time zone; radiology or clinic while it is new. */
export function StartFields({ booking, zone, error }: StartFieldsProps) {
  const { draft, change, visit, timetable } = booking
  const day = dayAt(new Date(draft.start), zone)
  const minutes = dayFrame(day, zone).minutesAt(draft.start)
  const startAt = (newDay: string, at: number) => {
    // The field is empty while its text is not a date.
    if (newDay !== '') change((now) => setStart(now, dayFrame(newDay, zone).instantAt(at)))
  }
  return (
    <Group align="flex-start" gap="sm">
      <DayInput
        label={WORDS.date}
        zone={zone}
        required
        withAsterisk={false}
        w={150}
        value={day}
        error={error}
        onChange={(next) => startAt(next, minutes)}
      />
      <TimeInput
        label={WORDS.start}
        zone={zone}
        required
        withAsterisk={false}
        w={130}
        value={formatClock(new Date(draft.start), zone)}
        onChange={(time) => startAt(day, minutesOf(time) ?? minutes)}
      />
      <EndText>
        {timetable.end > draft.start && WORDS.ends(formatClock(new Date(timetable.end), zone))}
      </EndText>
      {visit === undefined && (
        <SegmentedControl
          ml="auto"
          mt={24}
          aria-label={WORDS.kind}
          data={[
            { value: '1', label: WORDS.radiology },
            { value: '0', label: WORDS.clinical },
          ]}
          value={String(draft.isRadiology)}
          onChange={(value) => change((now) => ({ ...clearLines(now), isRadiology: value === '1' ? 1 : 0 }))}
        />
      )}
    </Group>
  )
}
