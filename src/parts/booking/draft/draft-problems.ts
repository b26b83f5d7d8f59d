import { isPastStart } from '#domain/visit/end-time.ts'
import type { BookingDraft } from './draft.ts'
import { referrerOf } from './draft.ts'
import type { Reckoning } from './reckon.ts'
import type { Timetable } from './timetable.ts'

/** An obstacle to a booking, by the field that shows it. */
export type DraftProblem =
  | 'patient'
  | 'services'
  | 'unconfigured'
  | 'past'
  | 'amounts'
  | 'discount'
  | 'hospital'
  | 'doctor'
  | 'reason'
  | 'price'

export interface ProblemFacts {
  timetable: Timetable
  reckoning: Reckoning
  now: number
  /** The timetable before editing: keeping it is not a booking into the past. */
  booked: Timetable | undefined
  hasPatient: boolean
  /** Money was received and the bill changes, or a price is below its list price. */
  needsReason: boolean
  reason: string
  /** What prices below the list price require. */
  priceDemand: 'none' | 'reason' | 'right'
}

/** Returns all obstacles to saving `draft`, in the order of the form. */
export function problemsOf(draft: BookingDraft, facts: ProblemFacts): DraftProblem[] {
  const { timetable, reckoning } = facts
  const departments = [...new Set(draft.lines.map(({ departmentId }) => departmentId))]
  const someone = departments.map((id) => referrerOf(draft, id))
  const lacks = (type: 'Hospital' | 'Doctor', has: boolean) => draft.scheme?.type === type && !has
  const found: Record<DraftProblem, boolean> = {
    patient: !facts.hasPatient,
    past: isIntoPast(draft, facts),
    services: draft.lines.length === 0,
    unconfigured: timetable.unconfigured.length > 0,
    amounts: reckoning.lines.some(({ problem }) => problem !== undefined),
    discount: reckoning.isDiscountWrong,
    hospital: lacks(
      'Hospital',
      someone.some(({ hospitalId }) => hospitalId !== null),
    ),
    doctor: lacks(
      'Doctor',
      someone.some(({ drId }) => drId !== null),
    ),
    reason: facts.needsReason && facts.reason.trim() === '',
    price: facts.priceDemand === 'right',
  }
  return (Object.keys(found) as DraftProblem[]).filter((key) => found[key])
}

/** Returns true if a new or moved slot begins in the past. */
function isIntoPast({ start }: BookingDraft, { timetable, booked, now }: ProblemFacts): boolean {
  const before = new Set(booked?.slots.map((slot) => `${slot.draftSlot?.id} ${slot.start}`))
  const moved = timetable.slots.filter((slot) => !before.has(`${slot.draftSlot?.id} ${slot.start}`))
  if (timetable.slots.length === 0) return isPastStart(start, now)
  return moved.some((slot) => isPastStart(slot.start, now))
}

/** Returns whether the prices or services differ from the draft that the form began with. */
export function changesBill(before: Reckoning, after: Reckoning): boolean {
  const text = ({ lines }: Reckoning) =>
    lines
      .map(({ id, charges, discount }) => `${id} ${charges} ${discount}`)
      .sort()
      .join(',')
  return text(before) !== text(after)
}
