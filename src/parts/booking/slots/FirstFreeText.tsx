import { Text } from '@mantine/core'
import { useNow } from '#src/parts/calendar/use-now.ts'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { saidPlaces } from './where-booked.ts'

/** The places and times of a quick booking's slots, in one line; updated when the calendar moves them. */
export function FirstFreeText({ booking, zone }: { booking: Booking; zone: string }) {
  const now = useNow()
  const { timetable, catalogue, isOutsideHours } = booking
  const slots = timetable.slots.map(({ departmentId, placeId, start }) => ({
    name: catalogue.placesOf(departmentId).find(({ id }) => id === placeId)?.name ?? '',
    start,
  }))
  return (
    <Text role="status" aria-label={WORDS.firstFree} fw={600} className="tabular">
      {saidPlaces(slots, zone, now)}
      {isOutsideHours && (
        <Text span c="orange" fw={400} ml="xs">
          {WORDS.outsideHours}
        </Text>
      )}
    </Text>
  )
}
