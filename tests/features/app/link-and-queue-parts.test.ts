import { expect, test } from 'vitest'
import { formatClock } from '#domain/time/formats.ts'
import { linkAndQueueParts } from '#src/app/frame/link-and-queue-parts.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'

const now = new Date('2026-11-21T10:50:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const online = { online: true, since: before(3_600_000) }
const nothing = { waiting: 0, sending: 0, needsYou: 0 }
const MINUTE_MS = 60_000
const linkAndQueueWords = (...given: Parameters<typeof linkAndQueueParts>) =>
  linkAndQueueParts(...given).map(({ words }) => words)

test('a connected link and an empty queue show one word', () => {
  expect(linkAndQueueWords(online, nothing, now)).toEqual(['Online'])
})

test('a lost link shows since when, and the number of waiting changes', () => {
  const since = before(8 * MINUTE_MS)
  const queue = { ...nothing, waiting: 2, sending: 1, oldest: before(MINUTE_MS) }
  expect(linkAndQueueWords({ online: false, since }, queue, now)).toEqual([
    `Offline since ${formatClock(since, READER_ZONE)}`,
    '3 waiting',
  ])
})

test('refused changes come last, as the most urgent', () => {
  expect(linkAndQueueWords(online, { ...nothing, waiting: 1, needsYou: 1 }, now)).toEqual([
    'Online',
    '1 waiting',
    '1 needs you',
  ])
  expect(linkAndQueueWords(online, { ...nothing, needsYou: 2 }, now).at(-1)).toBe('2 need you')
})

test('the age of the oldest change follows the count, before the changes that need a person', () => {
  const queue = { ...nothing, waiting: 3, needsYou: 1, oldest: before(5 * MINUTE_MS) }
  expect(linkAndQueueWords(online, queue, now)).toEqual([
    'Online',
    '3 waiting',
    'oldest 5 min',
    '1 needs you',
  ])
})

test.each([
  [119_000, undefined],
  [121_000, 'oldest 2 min'],
  [59 * MINUTE_MS, 'oldest 59 min'],
  [61 * MINUTE_MS, 'oldest 1 h'],
])('an unsent change of %i ms shows its age as %s', (ageMs, words) => {
  const shown = linkAndQueueWords(online, { ...nothing, waiting: 1, oldest: before(ageMs) }, now)
  expect(shown.find((part) => part.startsWith('oldest'))).toBe(words)
})

test('texts without a change are reported, also with an empty queue', () => {
  expect(linkAndQueueWords(online, { ...nothing, unsaved: 1 }, now)).toEqual(['Online', '1 not saved'])
})

test('a device that still fetches records says so; offline the note of the frame says it', () => {
  expect(linkAndQueueWords({ ...online, isFetched: false }, nothing, now)).toEqual([
    'Online',
    'fetching records',
  ])
  expect(linkAndQueueWords({ ...online, isFetched: true }, nothing, now)).toEqual(['Online'])
  const offline = { online: false, since: before(0), isFetched: false }
  expect(linkAndQueueWords(offline, nothing, now)).toHaveLength(1)
})
