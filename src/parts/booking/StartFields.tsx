import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { formatClock } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { minutesOf } from '#domain/visit/open-hours.ts'
import { dayFrame } from '#src/parts/calendar/day-frame.ts'
import { clearLines, setStart } from './draft/change-draft.ts'
import { EndText } from './EndText.tsx'
import type { Booking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface StartFieldsProps {
  booking: Booking
  zone: string
  error?: string | undefined
}

/** When the visit begins, by the clocks of its branch; radiology or clinic while it is new. */
export function StartFields({ booking, zone, error }: StartFieldsProps) {
  const { draft, change, visit, timetable } = booking
  const day = dayAt(new Date(draft.start), zone)
  const minutes = dayFrame(day, zone).minutesAt(draft.start)
  const startAt = (newDay: string, at: number) => {
    // A date that is being typed is none for a while.
    if (/^[12]\d{3}-\d\d-\d\d$/.test(newDay))
      change((now) => setStart(now, dayFrame(newDay, zone).instantAt(at)))
  }
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        type="date"
        label={WORDS.date}
        value={day}
        error={error}
        onChange={(event) => startAt(event.currentTarget.value, minutes)}
      />
      <TextInput
        type="time"
        label={WORDS.start}
        value={formatClock(new Date(draft.start), zone)}
        onChange={(event) => startAt(day, minutesOf(event.currentTarget.value) ?? minutes)}
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
