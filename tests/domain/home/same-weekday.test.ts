import { expect, test } from 'vitest'
import { comparedInWords, comparedSpans } from '#domain/home/same-weekday.ts'

test('last week’s day is compared up to the same time as today, in the zone of the person', () => {
  // Half past one of Monday in Kolkata, still Sunday in London.
  const spans = comparedSpans(new Date('2026-11-22T20:00:00.000Z'), 'Asia/Kolkata')
  expect(spans.weekday).toBe('Monday')
  expect(spans.today.from.toISOString()).toBe('2026-11-22T18:30:00.000Z')
  expect(spans.today.to.toISOString()).toBe('2026-11-23T18:30:00.000Z')
  expect(spans.before.from.toISOString()).toBe('2026-11-15T18:30:00.000Z')
  expect(spans.before.to.toISOString()).toBe('2026-11-15T20:00:00.000Z')
})

test('a day is compared in words', () => {
  expect([comparedInWords(23, 11), comparedInWords(3, 5), comparedInWords(4, 4)]).toEqual([
    '12 more than',
    '2 fewer than',
    'as many as',
  ])
})
