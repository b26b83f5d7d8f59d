import { useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { FreeSlot } from '#contract/calls/visits.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { counts } from '#domain/status/payment-status.ts'
import { useNow } from '#src/parts/calendar/use-now.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { bookingInputOf } from '../draft/booking-input.ts'
import { takeSlot } from '../draft/change-draft.ts'
import { changesBill, type DraftProblem, problemsOf } from '../draft/draft-problems.ts'
import { placeOfSlot, slotsOffered } from '../slots/free-slots.ts'
import { mayOverbook, refusalHere } from '../slots/judge-here.ts'
import { type RefusedSlots, refusedSlotsOf } from '../slots/refused-slots.ts'
import { whereBooked } from '../slots/where-booked.ts'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { askOfHours, type HoursAsk } from './hours-ask.ts'
import { findProvisional, type Provisional } from './provisional.ts'
import { sendBooking } from './send-booking.ts'

export interface SaveOptions {
  booking: Booking
  /**
   * Whether there is a patient or a begun form, and a function that saves a new one first; undefined if that was
   * refused.
   */
  hasPatient: boolean
  findPatient: () => Promise<PatientRow | undefined>
  requestId?: string | null | undefined
  /** The branch's zone. */
  zone: string
}

/** The state of saving a booking: its obstacles, the server's response, and the free slots that it offered. */
export interface Saving {
  isSaving: boolean
  /** Shown from the first attempt on. */
  problems: readonly DraftProblem[]
  refusal: ErrorBody | undefined
  /** The parts of the booking that the refusal concerns. */
  refused: RefusedSlots | undefined
  /** What the open hours of the branch require of this booking. */
  hours: HoursAsk
  hoursReason: string
  setHoursReason: (reason: string) => void
  /**
   * True if the server refused it and it waits on this device; else the device itself refused it and stored nothing.
   */
  isParked: boolean
  /** Free alternatives if the slot was taken. */
  freeSlots: readonly FreeSlot[] | undefined
  pickSlot: (slot: FreeSlot) => void
  needsReason: boolean
  /** The reason is required because a price is below its list price. */
  isBelowList: boolean
  reason: string
  setReason: (reason: string) => void
  overbookReason: string
  setOverbookReason: (reason: string) => void
  /** Returns the visit's id once it is on this device and not refused. */
  save: () => Promise<string | undefined>
}

const SHOWN_AT_ONCE: ReadonlySet<DraftProblem> = new Set(['past', 'amounts', 'price'])

export function useSaveBooking({ booking, hasPatient, findPatient, requestId, zone }: SaveOptions): Saving {
  const { draft, change, timetable, reckoning, visit, origin, before, decimals } = booking
  const { rev } = origin
  const session = useSession()
  const hours = useBranches().find(({ id }) => id === draft.branchId)
  const [state, setState] = useState<SaveState>({ isSaving: false })
  const [isParked, setParked] = useState(false)
  const [freeSlots, setFreeSlots] = useState<readonly FreeSlot[]>()
  const [wasTried, setTried] = useState(false)
  const reasons = useReasons()
  const { reason, overbookReason, hoursReason } = reasons
  const needsReason = useNeedsReason(booking)
  const { priceDemand } = booking
  const facts = { timetable, reckoning, hasPatient, needsReason, reason, priceDemand }
  const now = useNow()
  const problems = problemsOf(draft, { ...facts, now, booked: visit && before.timetable })

  const send = async () => {
    const patient = await findPatient()
    if (!patient) return undefined
    const placed = await booking.placeNow()
    const input = bookingInputOf(placed.draft, {
      patientId: patient.id,
      timetable: placed.timetable,
      reckoning,
      decimals,
      rev: rev > 0 ? rev : undefined,
      overbookReason: overbookReason.trim(),
      hoursReason: hoursReason.trim(),
      changeReason: needsReason ? reason.trim() : undefined,
      requestId,
      provisional: rev > 0 ? undefined : await provisionalOf(visit, zone),
    })
    const { catalogue } = booking
    const refuse = (refusal: ErrorBody) => {
      const refused = refusedSlotsOf(input, refusal.fields, { catalogue, zone })
      setState({ isSaving: false, refusal, refused })
      setFreeSlots(slotsOffered(refusal))
      return undefined
    }
    const here = await refusalHere(input, { catalogue, hours, visit, mayOverbook: mayOverbook(session) })
    if (here) return refuse(here)
    const { outcome } = await sendBooking(input, origin, WORDS.label)
    if (outcome.kind === 'parked') {
      setParked(true)
      return refuse(outcome.refusal ?? { message: WORDS.refused, code: 'refused' })
    }
    const where = draft.isFirstFree ? await whereBooked(input, catalogue, zone) : undefined
    notifyDone([where, wordsOf(outcome)].filter(Boolean).join('. '))
    return draft.visitId
  }
  const save = async () => {
    setTried(true)
    if (problems.length > 0 || state.isSaving) return undefined
    setState({ isSaving: true })
    setFreeSlots(undefined)
    try {
      const saved = await send()
      setState((now) => ({ ...now, isSaving: false }))
      return saved
    } catch (problem) {
      // Errors of this device are shown where refusals are.
      setState({ isSaving: false, refusal: refusalOf(problem) })
      return undefined
    }
  }
  const pickSlot = (slot: FreeSlot) => {
    const at = { placeId: placeOfSlot(slot), start: Date.parse(slot.start_dt) }
    const bookedSlot = slotFor(booking, at.placeId)
    if (bookedSlot) change((now) => takeSlot(now, bookedSlot.lines, at))
    setFreeSlots(undefined)
    setState({ isSaving: false })
  }
  return {
    ...state,
    refusal: state.refusal,
    refused: state.refused,
    hours: askOfHours(timetable.slots, {
      hours,
      booked: visit && before.timetable,
      now,
      mayOverbook: mayOverbook(session),
    }),
    ...reasons,
    isParked,
    problems: wasTried ? problems : problems.filter((one) => SHOWN_AT_ONCE.has(one)),
    freeSlots,
    pickSlot,
    needsReason,
    isBelowList: priceDemand === 'reason',
    save,
  }
}

interface SaveState {
  isSaving: boolean
  refusal?: ErrorBody | undefined
  refused?: RefusedSlots | undefined
}

const refusalOf = (problem: unknown): ErrorBody => ({
  message: problem instanceof Error ? problem.message : String(problem),
  code: 'refused',
})

/** Returns the reasons that a person types for this booking. */
function useReasons() {
  const [reason, setReason] = useState('')
  const [overbookReason, setOverbookReason] = useState('')
  const [hoursReason, setHoursReason] = useState('')
  return { reason, setReason, overbookReason, setOverbookReason, hoursReason, setHoursReason }
}

/** Returns whether a reason is required: a price is below its list price, or a bill with money on it changes. */
function useNeedsReason({ visit, before, reckoning, priceDemand }: Booking): boolean {
  const hasMoney = useHasMoney(visit?.id)
  // Money received before the booking is not a bill that this booking changes.
  const isBooked = visit !== undefined && !visit.flags.includes('needs_booking')
  return priceDemand === 'reason' || (isBooked && hasMoney && changesBill(before.reckoning, reckoning))
}

/** Returns the booked slot that a free slot replaces: the one at its place, else one that may be there. */
function slotFor({ timetable, catalogue }: Booking, place: string | null) {
  return (
    timetable.slots.find(({ placeId }) => placeId === place) ??
    timetable.slots.find(({ departmentId }) =>
      catalogue.placesOf(departmentId).some(({ id }) => id === place),
    )
  )
}

/** Returns the provisional numbers: a waiting booking keeps those that were printed. */
async function provisionalOf(visit: Booking['visit'], zone: string): Promise<Provisional | undefined> {
  const made = await findProvisional(zone)
  return made && visit ? { ...made, visitNo: visit.visit_no } : made
}

function wordsOf(outcome: { kind: 'acked'; flags: readonly string[] } | { kind: 'waiting' }): string {
  if (outcome.kind === 'waiting') return WORDS.onDevice
  return outcome.flags.includes('needs_slot') ? WORDS.needsSlot : WORDS.onServer
}

/** Returns whether money was received for a visit: from then on changing the bill needs a reason (docs/money.md). */
function useHasMoney(visitId: string | undefined): boolean {
  const { rows } = useVisitParts('receipt', visitId ?? '')
  return rows?.some(({ status }) => counts(status)) ?? false
}
