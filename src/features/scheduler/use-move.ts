import { useState } from 'react'
import { findPriced } from '#contract/calls/priced-visit.ts'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { moveInputOf } from '#src/parts/booking/draft/move-input.ts'
import { placeOfSlot, slotsOffered } from '#src/parts/booking/free-slots.ts'
import { sendBooking } from '#src/parts/booking/send-booking.ts'
import type { Catalogue } from '#src/parts/booking/use-catalogue.ts'
import type { CalendarEvent } from '#src/parts/calendar/event.ts'
import { findConflict } from '#src/parts/calendar/lay-out.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findVisit } from '#src/sync/desk/use-visit.ts'
import { giveUp } from '#src/sync/outbox/parked.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

/** A move that the server refused: it went back, and these places are free. */
export interface RefusedMove {
  event: CalendarEvent
  message: string
  slots: readonly FreeSlot[]
}

interface MoveOptions {
  catalogue: Catalogue
  events: readonly CalendarEvent[]
  /** The department lets exams overlap. */
  mayOverlap: boolean
}

/** Moves appointments: saved at once, taken back where the server says no. */
export function useMove({ catalogue, events, mayOverlap }: MoveOptions) {
  const decimals = useSession()?.no_of_decimal ?? 2
  const [refused, setRefused] = useState<RefusedMove>()

  const save = async (event: CalendarEvent, to: { start: number; placeId?: string }) => {
    const found = await findVisit(getDevice(), event.visitId)
    const visit = found && findPriced(found)
    // Who moves visits may book them, and is told what they cost.
    if (!visit) return
    const input = moveInputOf(visit, { stayId: event.id, ...to }, { decimals, slotOf: catalogue.slotOf })
    const { commandId, outcome } = await sendBooking(input, visit.rev, WORDS.moveLabel)
    if (outcome.kind !== 'parked') return notifyDone(outcome.kind === 'acked' ? WORDS.moved : WORDS.movedHere)
    await giveUp(commandId)
    const message = outcome.refusal?.message ?? WORDS.taken
    const slots = slotsOffered(outcome.refusal)
    if (slots) setRefused({ event, message, slots })
    else notifyError(new Error(message), WORDS.moveRefused)
  }

  const move = (event: CalendarEvent, start: number) => {
    if (isPastStart(start, Date.now())) return notifyError(new Error(WORDS.past), WORDS.moveRefused)
    const span = { start, end: start + (event.end - event.start) }
    const taken = findConflict(events, span, ({ visitId }) => visitId === event.visitId)
    // Without a line nobody can offer what is free, and a second booking would only be flagged later.
    if (taken && !mayOverlap && !getDevice().desk.isOnline())
      return notifyError(new Error(WORDS.taken), WORDS.moveRefused)
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
