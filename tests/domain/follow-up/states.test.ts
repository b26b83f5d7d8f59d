import { expect, test } from 'vitest'
import { CLOSE_REASONS, needsNote } from '#domain/follow-up/close-reasons.ts'
import { FOLLOW_UP_FILTERS, FOLLOW_UP_STATES, OPEN_STATES, statesOf } from '#domain/follow-up/states.ts'

test('a list shows what waits for the patient under Open, everything under All, and else one state', () => {
  expect(statesOf('Open')).toEqual(['Overdue', 'Due', 'Later'])
  expect(statesOf('All')).toEqual(['Overdue', 'Due', 'Later', 'Booked', 'Done', 'Closed'])
  expect(statesOf('Booked')).toEqual(['Booked'])
  for (const filter of FOLLOW_UP_FILTERS)
    for (const state of statesOf(filter)) expect(FOLLOW_UP_STATES).toContain(state)
  expect(OPEN_STATES).toEqual([...statesOf('Open'), ...statesOf('Booked')])
})

test('whoever closes a follow-up because it is not needed, or for another reason, says why', () => {
  expect(CLOSE_REASONS.filter(needsNote)).toEqual(['Not_Needed', 'Other'])
})
