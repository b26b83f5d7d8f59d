import { DUE_STATES } from './due-day.ts'

/**
 * How a follow-up stands: the first three wait for the patient, `Booked` for the day of a booking, `Done` is answered by a
 * study, `Closed` was closed by a person.
 */
export const FOLLOW_UP_STATES = [...DUE_STATES, 'Booked', 'Done', 'Closed'] as const
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number]

/** Nobody has done or closed it: it waits for the patient, or for the day of a booking. */
export const OPEN_STATES = [...DUE_STATES, 'Booked'] as const satisfies readonly FollowUpState[]

/** What a list shows: `Open` is all that waits for the patient. */
export const FOLLOW_UP_FILTERS = ['Open', ...FOLLOW_UP_STATES, 'All'] as const
export type FollowUpFilter = (typeof FOLLOW_UP_FILTERS)[number]

/** The states that a filter shows. */
export function statesOf(filter: FollowUpFilter): readonly FollowUpState[] {
  if (filter === 'All') return FOLLOW_UP_STATES
  return filter === 'Open' ? DUE_STATES : [filter]
}
