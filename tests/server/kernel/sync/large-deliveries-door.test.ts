import { expect, test } from 'vitest'
import { LargeDeliveries, SMALL_BYTES } from '#server/kernel/sync/delivery/large-deliveries.ts'

const LARGE = SMALL_BYTES + 1

function openDoor() {
  const clock = { now: 1_000_000 }
  const door = new LargeDeliveries(() => new Date(clock.now))
  /** Returns undefined if the batch is admitted, and otherwise the seconds to wait. */
  const secondsFor = (address: string, bytes = LARGE): number | undefined => {
    try {
      door.admit(address, bytes)?.close(false)
      return undefined
    } catch (error) {
      return (error as { extra: { retry_after: number } }).extra.retry_after
    }
  }
  return { clock, door, secondsFor }
}

test('a batch of 256 KiB is small', () => {
  expect(SMALL_BYTES).toBe(262_144)
  const { door } = openDoor()
  expect([door.admit('a', SMALL_BYTES), door.admit('a', 0)]).toEqual([undefined, undefined])
  expect(door.admit('a', LARGE)).toBeDefined()
})

test('eight large batches are read at a time, and the next one waits two seconds', () => {
  const { door, secondsFor } = openDoor()
  const open = Array.from({ length: 8 }, (_, n) => door.admit(`address ${n}`, LARGE))
  expect(secondsFor('another')).toBe(2)
  open[3]?.close(false)
  open[3]?.close(false)
  expect(secondsFor('another')).toBeUndefined()
  door.admit('another', LARGE)
  expect(secondsFor('a third')).toBe(2)
})

test('a batch that is closed twice frees one share, and its address once', () => {
  const { door, secondsFor } = openDoor()
  const first = door.admit('a', LARGE)
  expect(secondsFor('a')).toBe(2)
  first?.close(false)
  door.admit('a', LARGE)
  first?.close(true)
  expect(secondsFor('a')).toBe(2)
})

test('an address without a good signature waits a quarter of an hour', () => {
  const { clock, door, secondsFor } = openDoor()
  door.admit('a', LARGE)?.close(true)
  expect([secondsFor('a'), secondsFor('b'), secondsFor('a', SMALL_BYTES)]).toEqual([
    900,
    undefined,
    undefined,
  ])
  clock.now += 999
  expect(secondsFor('a')).toBe(900)
  clock.now += 898_002
  expect(secondsFor('a')).toBe(1)
  clock.now += 998
  expect(secondsFor('a')).toBe(1)
  clock.now += 1
  expect(secondsFor('a')).toBeUndefined()
})

test('ten thousand addresses are remembered, and the one that was suspected first is forgotten', () => {
  const { door, secondsFor } = openDoor()
  for (let n = 0; n < 10_000; n += 1) door.admit(`address ${n}`, LARGE)?.close(true)
  expect([secondsFor('address 0'), secondsFor('address 1')]).toEqual([900, 900])
  door.admit('one more', LARGE)?.close(true)
  expect([secondsFor('address 0'), secondsFor('address 1'), secondsFor('one more')]).toEqual([
    undefined,
    900,
    900,
  ])
})

test('an address that is suspected again counts from then on, and is forgotten later', () => {
  const { clock, door, secondsFor } = openDoor()
  for (let n = 0; n < 10_000; n += 1) door.admit(`address ${n}`, LARGE)?.close(true)
  clock.now += 900_000
  door.admit('address 1', LARGE)?.close(true)
  door.admit('one more', LARGE)?.close(true)
  door.admit('a last one', LARGE)?.close(true)
  expect(['address 1', 'one more', 'a last one'].map((address) => secondsFor(address))).toEqual([
    900, 900, 900,
  ])
})
