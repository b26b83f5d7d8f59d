import { expect, test } from 'vitest'
import { CLOSE_REASONS, needsNote } from '#domain/follow-up/close-reasons.ts'
import { FOLLOW_UP_FILTERS, FOLLOW_UP_STATES, OPEN_STATES, statesOf } from '#domain/follow-up/states.ts'

test('a list shows follow-ups that wait for the patient under Open, all under All, and otherwise one state', () => {
  expect(statesOf('Open')).toEqual(['Overdue', 'Due', 'Later'])
  expect(statesOf('All')).toEqual(['Overdue', 'Due', 'Later', 'Booked', 'Done', 'Closed'])
  expect(statesOf('Booked')).toEqual(['Booked'])
  for (const filter of FOLLOW_UP_FILTERS)
    for (const state of statesOf(filter)) expect(FOLLOW_UP_STATES).toContain(state)
  expect(OPEN_STATES).toEqual([...statesOf('Open'), ...statesOf('Booked')])
})

test('closing a follow-up as not needed, or for another reason, requires a text', () => {
  expect(CLOSE_REASONS.filter(needsNote)).toEqual(['Not_Needed', 'Other'])
})
