import { Alert, Stack, Text } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { visitCalls } from '#contract/calls/visits.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { takeSlot } from '../draft/change-draft.ts'
import type { TimedSlot } from '../draft/timetable.ts'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { placeOfSlot } from './free-slots.ts'
import { SlotButtons } from './SlotButtons.tsx'
import { useSlotsHere } from './use-slots-here.ts'

/**
 * Offers free slots near one that was booked offline and has since lost its machine, or in a clinic its doctor
 * (needs_slot). A clinical slot may have no doctor anyway: there the visit's flag says that it lost one.
 */
export function NeededSlot({ booking, zone }: { booking: Booking; zone: string }) {
  const { timetable, before, draft, visit } = booking
  const homeless = (slots: readonly TimedSlot[]) => slots.find(({ placeId }) => placeId === null)
  const bookedSlot = homeless(timetable.slots)
  if (!bookedSlot || !homeless(before.timetable.slots)) return null
  if (draft.isRadiology === 0 && !visit?.flags.includes('needs_slot')) return null
  return <Offer key={bookedSlot.departmentId} booking={booking} bookedSlot={bookedSlot} zone={zone} />
}

function Offer({ booking, bookedSlot, zone }: { booking: Booking; bookedSlot: TimedSlot; zone: string }) {
  const { online } = useLink()
  const { draft, change } = booking
  const here = useSlotsHere({ booking, bookedSlot })
  const minutes = Math.max(1, Math.round((bookedSlot.end - bookedSlot.start) / 60_000))
  const { answer } = useCall(
    visitCalls.freeSlots,
    {
      branch_id: draft.branchId,
      department_id: bookedSlot.departmentId,
      start_dt: new Date(bookedSlot.start).toISOString(),
      minutes,
      appt_id: draft.visitId,
      ...(draft.isRadiology === 0 && { of_doctors: '1' as const }),
    },
    online,
  )
  const slots = online ? (answer?.result ?? []) : here
  const hint = draft.isRadiology ? WORDS.noSlotHint : WORDS.noDoctorHint
  return (
    <Alert
      color="orange"
      icon={<IconCalendarX aria-hidden />}
      title={draft.isRadiology ? WORDS.noSlot : WORDS.noDoctor}
      mb="sm"
    >
      <Stack gap="xs">
        <Text>{slots.length > 0 ? WORDS.freeSlots : hint}</Text>
        <SlotButtons
          slots={slots}
          zone={zone}
          onPick={(slot) => {
            const to = { placeId: placeOfSlot(slot), start: Date.parse(slot.start_dt) }
            change((now) => takeSlot(now, bookedSlot.lines, to))
          }}
        />
      </Stack>
    </Alert>
  )
}
