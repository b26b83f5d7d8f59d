import { expect, test } from 'vitest'
import { madeOf, momentOf, momentOfMade } from '#server/kernel/sync/commands/made.ts'

const AT = '2026-11-21T10:00:00.000Z'

test('a command is made when and how the device says', () => {
  expect(madeOf({ at: AT, skew_ms: 250, made_offline: true })).toEqual({
    at: new Date(AT),
    skewMs: 250,
    offline: true,
  })
  expect(madeOf({ at: AT, skew_ms: undefined, made_offline: undefined })).toEqual({
    at: new Date(AT),
    skewMs: undefined,
    offline: false,
  })
})

test('an invalid time is ignored', () => {
  expect(madeOf({ at: 'yesterday' })).toEqual({ at: undefined, skewMs: undefined, offline: false })
  expect(momentOf({ at: 'yesterday' })).toBeUndefined()
  expect(momentOfMade(undefined)).toBeUndefined()
})

test('the moment is the device’s time plus the skew', () => {
  expect(momentOf({ at: AT, skew_ms: 250 })).toEqual(new Date('2026-11-21T10:00:00.250Z'))
  expect(momentOf({ at: AT })).toEqual(new Date(AT))
})
