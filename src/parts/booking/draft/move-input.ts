import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { bookingInputOf } from './booking-input.ts'
import { takeSlot } from './change-draft.ts'
import type { DraftLine } from './draft.ts'
import { draftOfVisit } from './draft-of-visit.ts'
import { reckon } from './reckon.ts'
import { timetableOf } from './timetable.ts'

/** The new start of a visit's slot, and its machine if that changes too. */
export interface Move {
  slotId: string
  start: number
  placeId?: string
}

interface MoveFacts {
  decimals: number
  slotMinutesOf: (departmentId: string) => number | undefined
}

const isCancelled = ({ status }: DraftLine) => status !== undefined && !isLiveService(status)

/** Returns the input that saves the visit with one slot moved and nothing else changed. */
export function moveInputOf(
  visit: PricedVisit,
  { slotId, start, placeId }: Move,
  facts: MoveFacts,
): BookingInput {
  const { decimals, slotMinutesOf } = facts
  const draft = draftOfVisit(visit, decimals)
  const takesTime = (line: DraftLine) => !isCancelled(line)
  const slot = timetableOf(draft, slotMinutesOf, takesTime).slots.find((one) => one.draftSlot?.id === slotId)
  const to = { placeId: placeId ?? slot?.placeId ?? null, start }
  const moved = slot ? takeSlot(draft, slot.lines, to) : draft
  const timetable = timetableOf(moved, slotMinutesOf, takesTime)
  // The visit starts with its first slot, which may be a different one now.
  const first = Math.min(...timetable.slots.map((one) => one.start))
  const reckoning = reckon(moved, { decimals, isCancelled, isDiscounted: true, listPrice: () => 0 })
  return bookingInputOf(
    { ...moved, start: first },
    {
      patientId: visit.patient_id,
      timetable,
      reckoning,
      decimals,
      rev: visit.rev > 0 ? visit.rev : undefined,
    },
  )
}
