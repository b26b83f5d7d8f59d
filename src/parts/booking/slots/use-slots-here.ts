import { useMemo } from 'react'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { useNow } from '#src/parts/calendar/use-now.ts'
import { useOccupants } from '#src/sync/desk/occupants.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import type { TimedSlot } from '../draft/timetable.ts'
import type { Booking } from '../use-booking.ts'
import { freeSlotsHere } from './judge-here.ts'

const DAY_MS = 86_400_000
/** Free slots are offered within a week. */
const AHEAD_MS = 9 * DAY_MS

const NONE: readonly FreeSlot[] = []

/** Returns free slots near a booked one, from this device's calendar. */
export function useSlotsHere({
  booking,
  bookedSlot,
}: {
  booking: Booking
  bookedSlot: TimedSlot
}): readonly FreeSlot[] {
  const { draft, catalogue } = booking
  const hours = useBranches().find(({ id }) => id === draft.branchId)
  const now = useNow()
  const occupants = useOccupants({ from: bookedSlot.start - DAY_MS, to: bookedSlot.start + AHEAD_MS })
  const { departmentId, start: from, end: to } = bookedSlot
  return useMemo(() => {
    if (!occupants) return NONE
    const isDoctors = draft.isRadiology === 0
    const wish = { departmentId, from, to, machineId: null, doctorId: null }
    return freeSlotsHere(draft.visitId, wish, { catalogue, hours, occupants, now, isDoctors })
  }, [occupants, draft.visitId, draft.isRadiology, departmentId, from, to, catalogue, hours, now])
}
