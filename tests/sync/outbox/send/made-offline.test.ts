import { expect, test } from 'vitest'
import { countsAsOffline } from '#src/sync/outbox/send/made-offline.ts'

test('a command counts as made offline six seconds after its click, or once the clock was set back', () => {
  const online = { isOffline: false, at: 10_000 }
  expect([10_000, 16_000, 16_001, 9_999].map((now) => countsAsOffline(online, now))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a command made without a connection stays one', () => {
  expect(countsAsOffline({ isOffline: true, at: 10_000 }, 10_000)).toBe(true)
  expect(countsAsOffline({ at: 10_000 }, 10_000)).toBe(false)
})
