import { expect, test } from 'vitest'
import { byServerClock, momentsOf } from '#server/kernel/sync/commands/device-clock.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 10, 21, 10) + ms)

test('a time of the device is corrected by the skew, and is never later than now', () => {
  expect(byServerClock({ now: at(0), madeAt: undefined, skewMs: 200 }, at(-500))).toEqual(at(-300))
  expect(byServerClock({ now: at(0), madeAt: undefined, skewMs: undefined }, at(-500))).toEqual(at(-500))
  expect(byServerClock({ now: at(0), madeAt: undefined, skewMs: 501 }, at(-500))).toEqual(at(0))
})

test('the moments of a command reach from the earliest of three clocks to the latest', () => {
  expect(momentsOf({ now: at(0), madeAt: at(-10), skewMs: 30 })).toEqual({ earliest: at(-40), latest: at(0) })
  expect(momentsOf({ now: at(0), madeAt: at(10), skewMs: -30 })).toEqual({ earliest: at(0), latest: at(40) })
  for (const [madeAt, earliest, latest] of [
    [-10, -10, 0],
    [10, 0, 10],
  ] as const)
    expect(momentsOf({ now: at(0), madeAt: at(madeAt), skewMs: undefined })).toEqual({
      earliest: at(earliest),
      latest: at(latest),
    })
})

test('a command without a time is made now', () => {
  expect(momentsOf({ now: at(0), madeAt: undefined, skewMs: 30 })).toEqual({ earliest: at(0), latest: at(0) })
})
