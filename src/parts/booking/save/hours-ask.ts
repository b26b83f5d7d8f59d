import { judgeHours } from '#domain/visit/calendar-rules.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import type { TimedSlot, Timetable } from '../draft/timetable.ts'

/**
 * What the open hours require of a booking: nothing, a reason, or another time, because this person may book outside
 * them only for patients who are present.
 */
export type HoursAsk = 'nothing' | 'reason' | 'otherTime'

interface AskFacts {
  hours: BranchHours | undefined
  /** The timetable before editing. */
  booked: Timetable | undefined
  /** Milliseconds. */
  now: number
  mayOverbook: boolean
}

/** Returns what the calendar's rules will require of these slots once they are sent. */
export function askOfHours(slots: readonly TimedSlot[], { booked, ...facts }: AskFacts): HoursAsk {
  const verdicts = slots.map(({ draftSlot, lines, start, end }) => {
    const before = booked?.slots.find((one) => one.draftSlot?.id === draftSlot?.id)
    return judgeHours(
      {
        from: start,
        to: end,
        before: before && { from: before.start },
        isFirstFree: draftSlot?.isFound === true && lines.every(({ isFound }) => isFound),
      },
      { ...facts, hoursReason: 'given', isKeptWithoutPlace: false },
    ).kind
  })
  if (verdicts.includes('refused')) return 'otherTime'
  return verdicts.includes('outside') ? 'reason' : 'nothing'
}
