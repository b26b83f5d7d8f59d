import { useState } from 'react'
import { findPriced } from '#contract/calls/priced-visit.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { FreeSlot } from '#contract/calls/visits.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import { moveInputOf } from '#src/parts/booking/draft/move-input.ts'
import { sendBooking } from '#src/parts/booking/save/send-booking.ts'
import type { Catalogue } from '#src/parts/booking/services/use-catalogue.ts'
import { placeOfSlot, slotsOffered } from '#src/parts/booking/slots/free-slots.ts'
import { mayOverbook, refusalHere } from '#src/parts/booking/slots/judge-here.ts'
import type { CalendarEvent } from '#src/parts/calendar/event.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findBookingOrigin } from '#src/sync/desk/booking-origin.ts'
import { findVisit } from '#src/sync/desk/use-visit.ts'
import { giveUp } from '#src/sync/outbox/refused/parked.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone, notifyError } from '#src/ui/notes/notify.ts'
import { notifyUndo } from '#src/ui/notes/notify-undo.tsx'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

/** A move that the device or the server refused: it was reverted, and these slots are free. */
export interface RefusedMove {
  event: CalendarEvent
  message: string
  slots: readonly FreeSlot[]
  /** The target that a reason would allow; undefined if a reason does not help. */
  withReason: Target | undefined
}

/** The target of a moved slot. */
interface Target {
  start: number
  placeId?: string
  /** The reason for a time outside the open hours. */
  hoursReason?: string
}

const backTo = ({ machine_id, doctor_id }: VisitRow['machines'][number]): Pick<Target, 'placeId'> => {
  const placeId = machine_id ?? doctor_id
  return placeId === null ? {} : { placeId }
}

interface MoveOptions {
  catalogue: Catalogue
  /** The open hours of the branch. */
  hours: BranchHours | undefined
  /** The time zone of the branch. */
  zone: string
}

/**
 * Moves appointments: refuses if this device's calendar does not allow it, otherwise saves immediately, and
 * reverts the move if the server refuses.
 */
export function useMove({ catalogue, hours, zone }: MoveOptions) {
  const session = useSession()
  const decimals = session?.no_of_decimal ?? 2
  const [refused, setRefused] = useState<RefusedMove>()

  const save = async (event: CalendarEvent, to: Target, isUndo = false) => {
    const found = await findVisit(getDevice(), event.visitId)
    const visit = found && findPriced(found)
    // A person who may move visits may book them, and may know their prices.
    if (!visit) return
    const origin = await findBookingOrigin(visit)
    const { hoursReason, ...place } = to
    const moved = moveInputOf(
      visit,
      { slotId: event.id, ...place },
      { decimals, slotMinutesOf: catalogue.slotMinutesOf },
    )
    const input = { ...moved, ...(hoursReason !== undefined && { hours_reason: hoursReason }) }
    const rules = { catalogue, hours, visit, mayOverbook: mayOverbook(session) }
    const refuse = async (refusal: ErrorBody | undefined) => {
      // As when booking, a closed branch needs a reason from a person who may give one.
      const reasoned = { ...moved, hours_reason: WORDS.reason }
      const asksReason =
        refusal?.code === 'out_of_hours' && (await refusalHere(reasoned, rules))?.code !== 'not_permitted'
      tellRefused(event, refusal, asksReason ? place : undefined)
    }
    const here = await refusalHere(input, rules)
    if (here) return refuse(here)
    const { commandId, outcome } = await sendBooking(input, origin, WORDS.moveLabel)
    if (outcome.kind === 'parked') {
      await giveUp(commandId)
      return refuse(outcome.refusal)
    }
    const done = outcome.kind === 'acked' ? WORDS.moved : WORDS.movedHere
    if (isUndo) return notifyDone(WORDS.undone)
    const placeId = visit.machines.find(({ id }) => id === event.id)
    const back = { start: event.start, ...(placeId && backTo(placeId)) }
    notifyUndo(
      `${WORDS.movedFromTo(...timesOf(event.start, to.start))}. ${done}`,
      () => void save({ ...event, start: to.start }, back, true).catch(notifyError),
    )
  }
  const timesOf = (from: number, to: number): [string, string] => [
    formatShortDateTime(new Date(from), zone),
    formatShortDateTime(new Date(to), zone),
  ]
  /** Asks for confirmation, so that an agreed appointment is not moved by accident. */
  const mayMove = async (event: CalendarEvent, start: number): Promise<boolean> => {
    const isOtherDay = dayAt(new Date(event.start), zone) !== dayAt(new Date(start), zone)
    const hasMoney = event.payment !== 'Pending'
    if (!isOtherDay && !hasMoney) return true
    return confirmAction({
      title: WORDS.askMove,
      message: [
        WORDS.askMoveOf(event.name, ...timesOf(event.start, start)),
        hasMoney && WORDS.askPaid(PAYMENT_STATUS_TABLE[event.payment].label),
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: WORDS.moveIt,
      cancelLabel: WORDS.leaveIt,
    })
  }
  const tellRefused = (
    event: CalendarEvent,
    refusal: ErrorBody | undefined,
    withReason: Target | undefined,
  ) => {
    const message = refusal?.message ?? WORDS.taken
    const slots = slotsOffered(refusal)
    if (slots) setRefused({ event, message, slots, withReason })
    else notifyError(new Error(message), WORDS.moveRefused)
  }

  const move = (event: CalendarEvent, start: number) => {
    if (isPastStart(start, Date.now())) return notifyError(new Error(WORDS.past), WORDS.moveRefused)
    void mayMove(event, start)
      .then((may) => (may ? save(event, { start }) : undefined))
      .catch(notifyError)
  }
  const pick = (slot: FreeSlot) => {
    if (!refused) return
    setRefused(undefined)
    const placeId = placeOfSlot(slot)
    const to = { start: Date.parse(slot.start_dt), ...(placeId !== null && { placeId }) }
    void save(refused.event, to).catch(notifyError)
  }
  const giveReason = (hoursReason: string) => {
    if (!refused?.withReason) return
    setRefused(undefined)
    void save(refused.event, { ...refused.withReason, hoursReason }).catch(notifyError)
  }
  return { move, pick, giveReason, refused, dismiss: () => setRefused(undefined) }
}
