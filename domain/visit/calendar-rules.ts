import { isPastStart } from './end-time.ts'
import type { BranchHours, Span } from './open-hours.ts'
import { isOpenDuring, isPatientHere } from './outside-hours.ts'
import { overlap } from './slots.ts'

/** Where and when a stay of some visit takes its machine and its doctor; times in milliseconds. */
export interface Occupant extends Span {
  visitId: string
  machineId: string | null
  doctorId: string | null
}

/** A stay of a booking as it is to be; times in milliseconds. */
export interface WishedStay extends Span {
  id: string
  machineId: string | null
  doctorId: string | null
  /** It takes its machine and its doctor: something is examined, and its department lets nothing overlap. */
  blocks: boolean
  /** It examines something in a department that has machines at the branch. */
  needsMachine: boolean
  /** The person asked for the first free place, because the patient is there. */
  isFirstFree: boolean
  /** How the stay stands now; undefined for a new one. */
  before: StandingStay | undefined
}

/** A stay as it stands before a change of its booking. */
export interface StandingStay extends Span {
  machineId: string | null
  doctorId: string | null
  /** It was booked over another visit, with a reason. */
  isOverbooked: boolean
}

/** What the rules of the calendar look at beside the stays. */
export interface CalendarFacts {
  visitId: string
  /** When the person books (milliseconds): a start before that minute is past. */
  now: number
  /** What blocks machines and doctors; stays of the visit itself may be among them. */
  occupants: readonly Occupant[]
  /** The person may book over another visit, and on another day outside the open hours. */
  mayOverbook: boolean
  /** The reason that was typed for booking over another visit; empty where none was. */
  overbookReason: string
  /** Open hours of the branch; undefined where they are not known, or are no matter. */
  hours: BranchHours | undefined
  /** The reason that was typed for booking outside the open hours; empty where none was. */
  hoursReason: string
  /** It is kept though a place is taken or missing or the branch is closed, for a person to look at later. */
  isKeptWithoutPlace: boolean
  /** The visit waits for a machine already: a stay without one may stay so. */
  waitsForSlot: boolean
}

/** Which place of a stay another visit has. */
export type TakenPlace = 'machine' | 'doctor'

/** What becomes of a stay. */
export type StayVerdict =
  | { kind: 'placed' }
  /** Booked over another visit, with a reason. */
  | { kind: 'overbooked' }
  /** Kept without the place that is taken, or without a machine where `taken` is undefined. */
  | { kind: 'needs_slot'; taken: TakenPlace | undefined }
  | { kind: 'refused'; code: 'past_booking' | 'out_of_hours' | 'needs_machine' | 'not_permitted' }
  | { kind: 'refused'; code: 'slot_taken'; taken: TakenPlace }

export type StayRefusal = Extract<StayVerdict, { kind: 'refused' }>

/**
 * Judges one stay of a booking by the calendar: its time is not past unless it stood there already, the branch is open or
 * a reason is given, an examination has a machine where its department has any, and another visit has neither its machine
 * nor its doctor at that time. The server judges by its rows, a device by its copies and by what waits on it.
 */
export function judgeStay(stay: WishedStay, facts: CalendarFacts): StayVerdict {
  if (movesIntoPast(stay, facts.now)) return { kind: 'refused', code: 'past_booking' }
  const hours = judgeHours(stay, facts)
  if (hours.kind === 'refused') return hours
  if (stay.needsMachine && stay.machineId === null) {
    if (facts.isKeptWithoutPlace) return { kind: 'needs_slot', taken: undefined }
    const waitedAlready = facts.waitsForSlot && stay.before?.machineId === null
    if (!waitedAlready) return { kind: 'refused', code: 'needs_machine' }
    return { kind: 'needs_slot', taken: undefined }
  }
  const taken = takenPlaceOf(stay, facts)
  return taken === undefined ? { kind: 'placed' } : judgeTaken(taken, facts)
}

/** What the open hours say of a stay. */
export type HoursVerdict =
  | { kind: 'open' }
  /** Kept outside the open hours; the audit says with which reason. */
  | { kind: 'outside' }
  | { kind: 'refused'; code: 'out_of_hours' | 'not_permitted' }

type HoursFacts = Pick<CalendarFacts, 'now' | 'hours' | 'hoursReason' | 'mayOverbook' | 'isKeptWithoutPlace'>

/**
 * Judges a stay that is new, or begins at another time than it did, by the open hours of its branch. Outside of them it
 * needs a reason, and the right to overbook unless the patient is there: walk-ins and emergencies come at night too.
 */
export function judgeHours(
  stay: Pick<WishedStay, 'from' | 'to' | 'isFirstFree'> & { before: Pick<Span, 'from'> | undefined },
  { now, hours, hoursReason, mayOverbook, isKeptWithoutPlace }: HoursFacts,
): HoursVerdict {
  if (!hours || stay.before?.from === stay.from || isOpenDuring(stay, hours)) return { kind: 'open' }
  if (isKeptWithoutPlace) return { kind: 'outside' }
  if (hoursReason.trim() === '') return { kind: 'refused', code: 'out_of_hours' }
  const isAllowed = mayOverbook || stay.isFirstFree || isPatientHere(stay.from, now)
  return isAllowed ? { kind: 'outside' } : { kind: 'refused', code: 'not_permitted' }
}

/** What becomes of a stay whose place another visit has. */
export function judgeTaken(
  taken: TakenPlace,
  {
    overbookReason,
    mayOverbook,
    isKeptWithoutPlace,
  }: Pick<CalendarFacts, 'overbookReason' | 'mayOverbook' | 'isKeptWithoutPlace'>,
): StayVerdict {
  if (overbookReason.trim() !== '')
    return mayOverbook ? { kind: 'overbooked' } : { kind: 'refused', code: 'not_permitted' }
  return isKeptWithoutPlace ? { kind: 'needs_slot', taken } : { kind: 'refused', code: 'slot_taken', taken }
}

/** The first refusal among the stays of a booking, with its stay: past starts first, then in the order of their ids. */
export function judgeBooking<Stay extends WishedStay>(
  stays: readonly Stay[],
  facts: CalendarFacts,
): { stay: Stay; refusal: StayRefusal } | undefined {
  const past = stays.find((stay) => movesIntoPast(stay, facts.now))
  if (past) return { stay: past, refusal: { kind: 'refused', code: 'past_booking' } }
  for (const stay of inOrderOfIds(stays)) {
    const verdict = judgeStay(stay, facts)
    if (verdict.kind === 'refused') return { stay, refusal: verdict }
  }
  return undefined
}

/** The field of the input that a refused stay breaks, with its rule; `path` is where the input names the stay. */
export function fieldsOfRefusal(path: string, refusal: StayRefusal): Record<string, string> | undefined {
  if (refusal.code === 'not_permitted') return undefined
  if (refusal.code === 'slot_taken') return { [`${path}.${refusal.taken}_id`]: 'is taken at this time' }
  return {
    past_booking: { [`${path}.start_dt`]: 'is past' },
    out_of_hours: { [`${path}.start_dt`]: 'is outside the open hours' },
    needs_machine: { [`${path}.machine_id`]: 'is required' },
  }[refusal.code]
}

/** The order in which stays of a booking are judged and stored. */
export const inOrderOfIds = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** True for a stay that is new, or begins at another time than it did, and begins before the minute of `now`. */
export const movesIntoPast = ({ from, before }: Pick<WishedStay, 'from' | 'before'>, now: number): boolean =>
  before?.from !== from && isPastStart(from, now)

/** Whether a stay stands where it stood: same machine, doctor and time. One that was booked over another stays so. */
export const standsAsBefore = ({ before, ...now }: Omit<WishedStay, 'id'>): boolean =>
  before !== undefined &&
  before.machineId === now.machineId &&
  before.doctorId === now.doctorId &&
  before.from === now.from &&
  before.to === now.to

function takenPlaceOf(
  stay: WishedStay,
  { visitId, occupants }: Pick<CalendarFacts, 'visitId' | 'occupants'>,
): TakenPlace | undefined {
  if (!stay.blocks || (stay.before?.isOverbooked && standsAsBefore(stay))) return undefined
  const inTheWay = occupants.filter((one) => one.visitId !== visitId && overlap(one, stay))
  if (stay.machineId !== null && inTheWay.some(({ machineId }) => machineId === stay.machineId))
    return 'machine'
  if (stay.doctorId !== null && inTheWay.some(({ doctorId }) => doctorId === stay.doctorId)) return 'doctor'
  return undefined
}
