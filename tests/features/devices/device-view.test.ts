import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countStates, shownDevices, viewOf } from '#src/features/devices/device-view.ts'
import { deviceItem, MINUTE_MS, minutesAgo, NOW } from './device-fixtures.ts'

const view = (part: Parameters<typeof deviceItem>[0]) => viewOf(deviceItem(part), NOW)

test('a switched-off device without work is quiet, however long', () => {
  expect(view({ last_contact: minutesAgo(3_000) }).contactLevel).toBe('quiet')
})

test.each([
  [9, 'quiet'],
  [10, 'warn'],
  [29, 'warn'],
  [30, 'alarm'],
] as const)('work on a device that was silent for %i minutes is %s', (minutes, level) => {
  expect(view({ last_contact: minutesAgo(minutes), waiting: 1 }).contactLevel).toBe(level)
  expect(view({ last_contact: minutesAgo(minutes), needs_person: 1 }).contactLevel).toBe(level)
  expect(view({ oldest_unsent: minutesAgo(minutes), waiting: 1 }).oldestLevel).toBe(level)
})

test('a device out of use raises no alarm', () => {
  const revoked = view({
    revoked: minutesAgo(1),
    waiting: 4,
    last_contact: minutesAgo(90),
    oldest_unsent: minutesAgo(90),
  })
  expect([revoked.contactLevel, revoked.oldestLevel]).toEqual(['quiet', 'quiet'])
  expect(countStates([revoked])).toEqual({ attention: 0, waiting: 0, quiet: 0, revoked: 1 })
})

const views = [
  view({ user_name: 'Asha', device_name: 'Desk 1' }),
  view({ user_name: 'Bala', device_name: 'Desk 1', waiting: 1, oldest_unsent: minutesAgo(12) }),
  view({ user_name: 'Chitra', device_name: 'Tablet', waiting: 2, oldest_unsent: minutesAgo(45) }),
  view({ user_name: 'Devi', device_name: 'Desk 2', revoked: minutesAgo(5) }),
]
const names = (filter: Parameters<typeof shownDevices>[1]) =>
  shownDevices(views, filter).map(({ item }) => item.user_name)

test('the most urgent devices come first, those out of use last', () => {
  expect(names({ text: '' })).toEqual(['Chitra', 'Bala', 'Asha', 'Devi'])
})

test('words find a person or a device, states narrow the list, headings sort it', () => {
  expect(names({ text: 'desk' })).toEqual(['Bala', 'Asha', 'Devi'])
  expect(names({ text: 'chi' })).toEqual(['Chitra'])
  expect(names({ text: 'desk asha' })).toEqual(['Asha'])
  expect(names({ text: '', state: 'attention' })).toEqual(['Chitra', 'Bala'])
  expect(names({ text: '', state: 'quiet' })).toEqual(['Asha'])
  expect(names({ text: '', sort: { id: 'user', direction: 'descending' } })[0]).toBe('Devi')
  expect(names({ text: '', sort: { id: 'oldest', direction: 'ascending' } })).toEqual([
    'Chitra',
    'Bala',
    'Asha',
    'Devi',
  ])
})

test('a device never becomes less urgent while silent', () => {
  const rank = { quiet: 0, warn: 1, alarm: 2 }
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(3), (silent, more, waiting) => {
      const item = deviceItem({ waiting, last_contact: minutesAgo(silent) })
      const levels = [0, more].map((minutes) => rank[viewOf(item, NOW + minutes * MINUTE_MS).contactLevel])
      expect(levels[1]).toBeGreaterThanOrEqual(levels[0]!)
    }),
  )
})
