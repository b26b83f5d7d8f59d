import { expect, test } from 'vitest'
import { currentSession, sessionState } from '#src/sync/session/session-state.ts'

test('a page that has just started does not yet know whether somebody is signed in', () => {
  expect(sessionState()).toEqual({ isReady: false, fields: undefined })
  expect(currentSession()).toBeUndefined()
})
