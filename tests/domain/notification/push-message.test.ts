import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMutable, NOTIFICATION_KINDS, type NotificationKind } from '#domain/notification/kinds.ts'
import { countWords, isKnownKind, kindLabel, plainWords } from '#domain/notification/plain-words.ts'
import { readPushMessage } from '#domain/notification/push-message.ts'

const MESSAGE = {
  id: 'n1',
  kind: 'critical_result',
  count: 2,
  subject_type: 'study',
  subject_id: 's1',
} as const

test('a message is read, and its unknown fields are left out', () => {
  expect(readPushMessage(JSON.stringify({ ...MESSAGE, name: 'Asha' }))).toEqual(MESSAGE)
})

test('an invalid message is rejected, whatever it is', () => {
  fc.assert(fc.property(fc.string(), (text) => readPushMessage(text) === undefined))
  fc.assert(fc.property(fc.jsonValue(), (value) => readPushMessage(JSON.stringify(value)) === undefined))
  for (const name of Object.keys(MESSAGE))
    expect(readPushMessage(JSON.stringify({ ...MESSAGE, [name]: null }))).toBeUndefined()
})

test('each kind has words for one and for several', () => {
  for (const kind of NOTIFICATION_KINDS) {
    expect(plainWords(kind)).not.toBe('')
    expect(countWords(kind, 1)).toMatch(/^1 /)
    expect(countWords(kind, 2)).toMatch(/^2 /)
    expect(countWords(kind, 12)).toMatch(/^12 /)
    const one = countWords(kind, 1).replace('1', '2')
    // "Series" is the same word for one and for two.
    expect(one === countWords(kind, 2), kind).toBe(kind === 'sign_in_failed')
  }
  expect(countWords('critical_result', 1)).toBe('1 critical result waits')
})

test('a kind of a newer server has words that say so', () => {
  const newer = 'robot_stuck' as NotificationKind
  expect([isKnownKind('study_assigned'), isKnownKind('robot_stuck'), isKnownKind('toString')]).toEqual([
    true,
    false,
    false,
  ])
  expect(kindLabel(newer)).toBe('Others')
  expect(kindLabel('study_assigned')).toBe('Assigned studies')
  expect(plainWords(newer)).toContain('this version of Readroom does not know')
  expect([countWords(newer, 1), countWords(newer, 2)]).toEqual([
    '1 other notification',
    '2 other notifications',
  ])
})

test('critical results, and what somebody else may have done in a person’s name, cannot be muted', () => {
  expect(NOTIFICATION_KINDS.filter((kind) => !isMutable(kind))).toEqual([
    'critical_result',
    'critical_overdue',
    'device_added',
    'passkey_added',
    'passkey_removed',
    'sign_in_failed',
    'password_reset',
    'recovery_code_used',
  ])
})
