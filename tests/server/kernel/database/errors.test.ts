import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { canRunAgain, isDatabaseGone, isLockTimeout } from '#server/kernel/database/errors.ts'

const withCode = (code: string) => Object.assign(new Error('any words'), { code })

test.each([
  ['08006', 'a connection that failed'],
  ['57P01', 'an administrator that ended it'],
  ['57P02', 'a crash'],
  ['57P03', 'a database that is starting'],
  ['53300', 'too many connections'],
  ['ECONNREFUSED', 'nobody listening'],
  ['ENOENT', 'no socket'],
  ['ECONNRESET', 'a cut line'],
])('%s (%s) means that the database is temporarily unavailable', (code) => {
  expect(isDatabaseGone(withCode(code))).toBe(true)
})

test.each([
  ['Connection terminated unexpectedly'],
  ['Connection terminated due to connection timeout'],
  ['timeout exceeded when trying to connect'],
  ['Client has encountered a connection error and is not queryable'],
])('pg’s own messages without a code also count: %s', (words) => {
  expect(isDatabaseGone(new Error(words))).toBe(true)
})

test.each([['23505'], ['22012'], ['42501'], ['40001'], ['55P03'], ['57014']])(
  '%s is a response of a running database',
  (code) => {
    expect(isDatabaseGone(withCode(code))).toBe(false)
  },
)

test('an error of the server is not a database error, whatever its text', () => {
  expect(isDatabaseGone(Object.assign(new Error('Connection terminated'), { code: 'not_permitted' }))).toBe(
    false,
  )
  expect(isDatabaseGone('Connection terminated')).toBe(false)
})

test('deadlocks and serialization failures may be retried, a lock timeout is distinguished', () => {
  expect(canRunAgain(withCode('40P01'))).toBe(true)
  expect(canRunAgain(withCode('40001'))).toBe(true)
  expect(canRunAgain(new DatabaseError('', 0, 'error'))).toBe(false)
  expect(isLockTimeout(withCode('55P03'))).toBe(true)
  expect(isLockTimeout(withCode('40P01'))).toBe(false)
})
