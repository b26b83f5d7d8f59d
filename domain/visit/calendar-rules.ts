import { isPastStart } from './end-time.ts'
import type { BranchHours, Span } from './open-hours.ts'
import { isOpenDuring, isPatientHere } from './outside-hours.ts'
import { overlap } from './slots.ts'

/** The machine, doctor and time that a visit's slot occupies; times in milliseconds. */
export interface Occupant extends Span {
  visitId: string
  machineId: string | null
  doctorId: string | null
}

/** A requested slot of a booking; times in milliseconds. */
export interface WishedSlot extends Span {
  id: string
  machineId: string | null
  doctorId: string | null
  /** It blocks its machine and its doctor: it has an examination, and its department allows no overlaps. */
  blocks: boolean
  /** It examines something in a department that has machines at the branch. */
  needsMachine: boolean
  /** The person requested the first free place, because the patient is there. */
  isFirstFree: boolean
  /** The stored state of the slot; undefined for a new one. */
  before: StandingSlot | undefined
}

/** A slot before a change of its booking. */
export interface StandingSlot extends Span {
  machineId: string | null
  doctorId: string | null
  /** It was booked over another visit, with a reason. */
  isOverbooked: boolean
}

/** Other inputs of the calendar rules. */
export interface CalendarFacts {
  visitId: string
  /** When the person books (milliseconds): a start before that minute is in the past. */
  now: number
  /** Slots that block machines and doctors; those of the visit itself may be among them. */
  occupants: readonly Occupant[]
  /** The person may book over another visit, and on another day outside the open hours. */
  mayOverbook: boolean
  /** The typed reason for booking over another visit; empty if there is none. */
  overbookReason: string
  /** Open hours of the branch; undefined if unknown or irrelevant. */
  hours: BranchHours | undefined
  /** The typed reason for booking outside the open hours; empty if there is none. */
  hoursReason: string
  /** Keep it for later review even if a place is taken or missing or the branch is closed. */
  isKeptWithoutPlace: boolean
  /** The visit is already waiting for a machine: a slot without one may stay so. */
  waitsForSlot: boolean
}

/** The place of a slot that another visit occupies. */
export type TakenPlace = 'machine' | 'doctor'

/** The outcome for a slot. */
export type SlotVerdict =
  | { kind: 'placed' }
  /** Booked over another visit, with a reason. */
  | { kind: 'overbooked' }
  /** Kept without the place that is taken, or without a machine if `taken` is undefined. */
  | { kind: 'needs_slot'; taken: TakenPlace | undefined }
  | { kind: 'refused'; code: 'past_booking' | 'out_of_hours' | 'needs_machine' | 'not_permitted' }
  | { kind: 'refused'; code: 'slot_taken'; taken: TakenPlace }

export type SlotRefusal = Extract<SlotVerdict, { kind: 'refused' }>

/**
 * Judges one slot of a booking by the calendar: its time must not be past unless it was there already, the branch must
 * be open or a reason given, an examination needs a machine if its department has any, and no other visit may have its
 * machine or doctor at that time. The server judges by its rows, a device by its copies and its queued work.
 */
export function judgeSlot(slot: WishedSlot, facts: CalendarFacts): SlotVerdict {
  if (movesIntoPast(slot, facts.now)) return { kind: 'refused', code: 'past_booking' }
  const hours = judgeHours(slot, facts)
  if (hours.kind === 'refused') return hours
  if (slot.needsMachine && slot.machineId === null) {
    if (facts.isKeptWithoutPlace) return { kind: 'needs_slot', taken: undefined }
    const waitedAlready = facts.waitsForSlot && slot.before?.machineId === null
    if (!waitedAlready) return { kind: 'refused', code: 'needs_machine' }
    return { kind: 'needs_slot', taken: undefined }
  }
  const taken = takenPlaceOf(slot, facts)
  return taken === undefined ? { kind: 'placed' } : judgeTaken(taken, facts)
}

/** The outcome of the open-hours rule for a slot. */
export type HoursVerdict =
  | { kind: 'open' }
  /** Kept outside the open hours; the audit records the reason. */
  | { kind: 'outside' }
  | { kind: 'refused'; code: 'out_of_hours' | 'not_permitted' }

type HoursFacts = Pick<CalendarFacts, 'now' | 'hours' | 'hoursReason' | 'mayOverbook' | 'isKeptWithoutPlace'>

/**
 * Judges a slot that is new or has a new start time by the open hours of its branch. Outside of them it needs a reason,
 * and the right to overbook unless the patient is there: walk-ins and emergencies also come at night.
 */
export function judgeHours(
  slot: Pick<WishedSlot, 'from' | 'to' | 'isFirstFree'> & { before: Pick<Span, 'from'> | undefined },
  { now, hours, hoursReason, mayOverbook, isKeptWithoutPlace }: HoursFacts,
): HoursVerdict {
  if (!hours || slot.before?.from === slot.from || isOpenDuring(slot, hours)) return { kind: 'open' }
  if (isKeptWithoutPlace) return { kind: 'outside' }
  if (hoursReason.trim() === '') return { kind: 'refused', code: 'out_of_hours' }
  const isAllowed = mayOverbook || slot.isFirstFree || isPatientHere(slot.from, now)
  return isAllowed ? { kind: 'outside' } : { kind: 'refused', code: 'not_permitted' }
}

/** The outcome for a slot whose place another visit has. */
export function judgeTaken(
  taken: TakenPlace,
  {
    overbookReason,
    mayOverbook,
    isKeptWithoutPlace,
  }: Pick<CalendarFacts, 'overbookReason' | 'mayOverbook' | 'isKeptWithoutPlace'>,
): SlotVerdict {
  if (overbookReason.trim() !== '')
    return mayOverbook ? { kind: 'overbooked' } : { kind: 'refused', code: 'not_permitted' }
  return isKeptWithoutPlace ? { kind: 'needs_slot', taken } : { kind: 'refused', code: 'slot_taken', taken }
}

/** The first refused slot of a booking, with its refusal: past starts first, then in the order of ids. */
export function judgeBooking<Slot extends WishedSlot>(
  slots: readonly Slot[],
  facts: CalendarFacts,
): { slot: Slot; refusal: SlotRefusal } | undefined {
  const past = slots.find((slot) => movesIntoPast(slot, facts.now))
  if (past) return { slot: past, refusal: { kind: 'refused', code: 'past_booking' } }
  for (const slot of inOrderOfIds(slots)) {
    const verdict = judgeSlot(slot, facts)
    if (verdict.kind === 'refused') return { slot, refusal: verdict }
  }
  return undefined
}

/** The input field and the rule that a refused slot breaks; `path` is where the input names the slot. */
export function fieldsOfRefusal(path: string, refusal: SlotRefusal): Record<string, string> | undefined {
  if (refusal.code === 'not_permitted') return undefined
  if (refusal.code === 'slot_taken') return { [`${path}.${refusal.taken}_id`]: 'is taken at this time' }
  return {
    past_booking: { [`${path}.start_dt`]: 'is past' },
    out_of_hours: { [`${path}.start_dt`]: 'is outside the open hours' },
    needs_machine: { [`${path}.machine_id`]: 'is required' },
  }[refusal.code]
}

/** The order in which slots of a booking are judged and stored. */
export const inOrderOfIds = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** True for a slot that is new or has a new start time, and begins before the minute of `now`. */
export const movesIntoPast = ({ from, before }: Pick<WishedSlot, 'from' | 'before'>, now: number): boolean =>
  before?.from !== from && isPastStart(from, now)

/** Whether machine, doctor and time of a slot are unchanged; then an overbooked slot stays overbooked. */
export const standsAsBefore = ({ before, ...now }: Omit<WishedSlot, 'id'>): boolean =>
  before !== undefined &&
  before.machineId === now.machineId &&
  before.doctorId === now.doctorId &&
  before.from === now.from &&
  before.to === now.to

function takenPlaceOf(
  slot: WishedSlot,
  { visitId, occupants }: Pick<CalendarFacts, 'visitId' | 'occupants'>,
): TakenPlace | undefined {
  if (!slot.blocks || (slot.before?.isOverbooked && standsAsBefore(slot))) return undefined
  const inTheWay = occupants.filter((one) => one.visitId !== visitId && overlap(one, slot))
  if (slot.machineId !== null && inTheWay.some(({ machineId }) => machineId === slot.machineId))
    return 'machine'
  if (slot.doctorId !== null && inTheWay.some(({ doctorId }) => doctorId === slot.doctorId)) return 'doctor'
  return undefined
}
