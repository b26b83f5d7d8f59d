import { useState } from 'react'
import { findPriced } from '#contract/calls/priced-visit.ts'
import type { FreeSlot } from '#contract/calls/visits.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import { moveInputOf } from '#src/parts/booking/draft/move-input.ts'
import { placeOfSlot, slotsOffered } from '#src/parts/booking/free-slots.ts'
import { refusalHere } from '#src/parts/booking/judge-here.ts'
import { sendBooking } from '#src/parts/booking/send-booking.ts'
import type { Catalogue } from '#src/parts/booking/use-catalogue.ts'
import type { CalendarEvent } from '#src/parts/calendar/event.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findVisit } from '#src/sync/desk/use-visit.ts'
import { giveUp } from '#src/sync/outbox/parked.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

/** A move that the device or the server refused: it went back, and these places are free. */
export interface RefusedMove {
  event: CalendarEvent
  message: string
  slots: readonly FreeSlot[]
}

interface MoveOptions {
  catalogue: Catalogue
  /** Open hours of the branch. */
  hours: BranchHours | undefined
}

/** Moves appointments: refused where the calendar of this device says no, saved at once else, taken back where the server does. */
export function useMove({ catalogue, hours }: MoveOptions) {
  const decimals = useSession()?.no_of_decimal ?? 2
  const [refused, setRefused] = useState<RefusedMove>()

  const save = async (event: CalendarEvent, to: { start: number; placeId?: string }) => {
    const found = await findVisit(getDevice(), event.visitId)
    const visit = found && findPriced(found)
    // Who moves visits may book them, and is told what they cost.
    if (!visit) return
    const input = moveInputOf(visit, { stayId: event.id, ...to }, { decimals, slotOf: catalogue.slotOf })
    const here = await refusalHere(input, { catalogue, hours, visit, mayOverbook: false })
    if (here) return refuse(event, here)
    const { commandId, outcome } = await sendBooking(input, visit.rev, WORDS.moveLabel)
    if (outcome.kind !== 'parked') return notifyDone(outcome.kind === 'acked' ? WORDS.moved : WORDS.movedHere)
    await giveUp(commandId)
    refuse(event, outcome.refusal)
  }
  const refuse = (event: CalendarEvent, refusal: ErrorBody | undefined) => {
    const message = refusal?.message ?? WORDS.taken
    const slots = slotsOffered(refusal)
    if (slots) setRefused({ event, message, slots })
    else notifyError(new Error(message), WORDS.moveRefused)
  }

  const move = (event: CalendarEvent, start: number) => {
    if (isPastStart(start, Date.now())) return notifyError(new Error(WORDS.past), WORDS.moveRefused)
    void save(event, { start }).catch(notifyError)
  }
  const pick = (slot: FreeSlot) => {
    if (!refused) return
    setRefused(undefined)
    const placeId = placeOfSlot(slot)
    const to = { start: Date.parse(slot.start_dt), ...(placeId !== null && { placeId }) }
    void save(refused.event, to).catch(notifyError)
  }
  return { move, pick, refused, dismiss: () => setRefused(undefined) }
}
