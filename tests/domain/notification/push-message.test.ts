import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTIFICATION_KINDS } from '#domain/notification/kinds.ts'
import { countWords, plainWords } from '#domain/notification/plain-words.ts'
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
    expect(countWords(kind, 12)).toMatch(/^12 /)
  }
  expect(countWords('critical_result', 1)).toBe('1 critical result waits')
})
