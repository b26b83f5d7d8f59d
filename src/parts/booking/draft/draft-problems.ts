import { isPastStart } from '#domain/visit/end-time.ts'
import type { BookingDraft } from './draft.ts'
import { referrerOf } from './draft.ts'
import type { Reckoning } from './reckon.ts'
import type { Timetable } from './timetable.ts'

/** What stands in the way of a booking, by the field that shows it. */
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
  /** When everything was before it was edited: leaving it there is no booking into the past. */
  booked: Timetable | undefined
  hasPatient: boolean
  /** Money was received and the bill is another one, or a price is below its list. */
  needsReason: boolean
  reason: string
  /** What prices below the list ask for. */
  priceDemand: 'none' | 'reason' | 'right'
}

/** Everything that stands in the way of `draft`, in the order of the form. */
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

/** A stay that is new, or was moved, begins in the past. */
function isIntoPast({ start }: BookingDraft, { timetable, booked, now }: ProblemFacts): boolean {
  const before = new Set(booked?.stays.map((stay) => `${stay.stay?.id} ${stay.start}`))
  const moved = timetable.stays.filter((stay) => !before.has(`${stay.stay?.id} ${stay.start}`))
  if (timetable.stays.length === 0) return isPastStart(start, now)
  return moved.some((stay) => isPastStart(stay.start, now))
}

/** Whether what a booking costs, or what is done, is other than in the draft that its form began with. */
export function changesBill(before: Reckoning, after: Reckoning): boolean {
  const text = ({ lines }: Reckoning) =>
    lines
      .map(({ id, charges, discount }) => `${id} ${charges} ${discount}`)
      .sort()
      .join(',')
  return text(before) !== text(after)
}
