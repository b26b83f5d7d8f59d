import { expect, test } from 'vitest'
import { minutesOf, openSpan } from '#domain/visit/open-hours.ts'

const inKolkata = (open_time: string, close_time: string) => {
  const { from, to } = openSpan('2026-11-23', { open_time, close_time, time_zone: 'Asia/Kolkata' })
  return [new Date(from).toISOString(), new Date(to).toISOString()]
}

test('a branch without hours is open the whole day', () => {
  expect(inKolkata('', '')).toEqual(['2026-11-22T18:30:00.000Z', '2026-11-23T18:30:00.000Z'])
  expect(inKolkata('09:00', '09:00')).toEqual(['2026-11-22T18:30:00.000Z', '2026-11-23T18:30:00.000Z'])
})

test('if one of the two times is missing, the day begins or ends there', () => {
  expect(inKolkata('', '18:00')).toEqual(['2026-11-22T18:30:00.000Z', '2026-11-23T12:30:00.000Z'])
  expect(inKolkata('09:00', '')).toEqual(['2026-11-23T03:30:00.000Z', '2026-11-23T18:30:00.000Z'])
})

test('a minute after midnight is not midnight', () => {
  expect(inKolkata('00:01', '')).toEqual(['2026-11-22T18:31:00.000Z', '2026-11-23T18:30:00.000Z'])
})

test('hours that end before they begin end on the next day', () => {
  expect(inKolkata('22:00', '06:00')).toEqual(['2026-11-23T16:30:00.000Z', '2026-11-24T00:30:00.000Z'])
})

test('the last minute of a day is 24:00, and no time is later', () => {
  expect(minutesOf('24:00')).toBe(1_440)
  expect(minutesOf('24:01')).toBeUndefined()
  expect(minutesOf('9:00')).toBeUndefined()
})
