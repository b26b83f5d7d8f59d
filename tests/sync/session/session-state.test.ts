import { afterEach, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import {
  credentialsNow,
  currentSession,
  holdEnds,
  onSessionChange,
  READER_ZONE,
  renewRights,
  sessionState,
  sessionWasEnded,
  sessionZone,
  setSession,
  tryCredentials,
  whenRightsChange,
  whenSessionEnds,
} from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'

const WHY = { code: 'signed_out', message: 'Signed out.' } as ErrorBody
const OTHER = { code: 'device_revoked', message: 'Disabled.' } as ErrorBody
const asha = sessionFields()
const mine = { token: asha.token, session_id: asha.session_id }

afterEach(() => {
  setSession(undefined)
  whenSessionEnds(() => undefined)
  whenRightsChange(async () => undefined)
})

/** Returns the reasons of the ends that take effect. */
function heardEnds(): ErrorBody[] {
  const heard: ErrorBody[] = []
  whenSessionEnds((why) => heard.push(why))
  return heard
}

test('a session is set and removed, and listeners receive each change until they unsubscribe', () => {
  const heard: (string | undefined)[] = []
  const stop = onSessionChange(() => heard.push(currentSession()?.name))
  setSession(asha)
  expect(sessionState()).toEqual({ isReady: true, fields: asha })
  setSession(undefined)
  expect(sessionState()).toEqual({ isReady: true, fields: undefined })
  stop()
  setSession(asha)
  expect(heard).toEqual([asha.name, undefined])
})

test('calls use the credentials of a sign-in that is being checked only while nobody is signed in', () => {
  const trial = { token: 'new', session_id: 'new' }
  tryCredentials(trial)
  expect(credentialsNow()).toBe(trial)
  setSession(asha)
  expect(credentialsNow()).toBe(asha)
  setSession(undefined)
  expect(credentialsNow()).toBeUndefined()
})

test('a session ends only if its current credentials are refused, not earlier ones', () => {
  const heard = heardEnds()
  setSession(asha)
  sessionWasEnded({ token: 'earlier', session_id: 'earlier' }, WHY)
  expect(heard).toEqual([])
  sessionWasEnded(mine, WHY)
  expect(heard).toEqual([WHY])
})

test('an end that arrives during a request for a new session waits, and is dropped with the new session', async () => {
  const heard = heardEnds()
  setSession(asha)
  const renewed = await holdEnds(async () => {
    sessionWasEnded(mine, WHY)
    expect(heard).toEqual([])
    return 'new session'
  })
  expect([renewed, heard]).toEqual(['new session', []])
  // The next one takes effect at once.
  sessionWasEnded(mine, OTHER)
  expect(heard).toEqual([OTHER])
})

test('the held end takes effect if no new session comes; without an end nothing happens', async () => {
  const heard = heardEnds()
  setSession(asha)
  expect(await holdEnds(async () => undefined)).toBeUndefined()
  expect(heard).toEqual([])
  await holdEnds(async () => {
    sessionWasEnded(mine, WHY)
    return undefined
  })
  expect(heard).toEqual([WHY])
  // What was held before is not held again.
  await holdEnds(async () => undefined)
  expect(heard).toEqual([WHY])
})

test('a failed request for a new session holds back no later end', async () => {
  const heard = heardEnds()
  setSession(asha)
  await expect(holdEnds(() => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
  sessionWasEnded(mine, WHY)
  expect(heard).toEqual([WHY])
})

test('changed rights are requested through the handler, and its failure is reported', async () => {
  let asked = 0
  whenRightsChange(async () => {
    asked += 1
    if (asked === 2) throw new Error('no network')
  })
  await renewRights()
  await expect(renewRights()).rejects.toThrow('no network')
  expect(asked).toBe(2)
})

test('times at a branch are in its zone, otherwise in the session’s, otherwise in the reader’s', () => {
  expect([sessionZone(), branchZone('b'), branchZone()]).toEqual([READER_ZONE, READER_ZONE, READER_ZONE])
  setSession(sessionFields({ time_zone: 'Asia/Kuwait', branch_zones: { b: 'Asia/Dubai' } }))
  expect([sessionZone(), branchZone('b'), branchZone('other'), branchZone(null)]).toEqual([
    'Asia/Kuwait',
    'Asia/Dubai',
    'Asia/Kuwait',
    'Asia/Kuwait',
  ])
  setSession(sessionFields({ time_zone: '' }))
  expect(sessionZone()).toBe(READER_ZONE)
})
