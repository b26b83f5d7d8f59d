import { expect, test } from 'vitest'
import { datesIn } from '#domain/time/dates-in.ts'

const AT = new Date('2026-11-22T05:10:00Z')

test.each([
  ['en', '07 Mar 1990', '22 Nov 2026 10:40 AM'],
  ['fr', '7 mars 1990', '22 nov. 2026, 10:40'],
  ['hi', '7 मार्च 1990', '22 नव॰ 2026, सुबह 10:40'],
] as const)('days and times are written in %s', (language, day, dateTime) => {
  const dates = datesIn(language)
  expect(dates.day('1990-03-07')).toBe(day)
  expect(dates.dateTime(AT, 'Asia/Kolkata')).toBe(dateTime)
})

test('in Arabic the months are words and the digits are those of the rest of the form', () => {
  const { day, dateTime } = datesIn('ar')
  expect(day('1990-03-07')).toMatch(/^7 \p{Script=Arabic}+ 1990$/u)
  expect(`${day('1990-03-07')} ${dateTime(AT, 'Asia/Kolkata')}`).not.toMatch(/[٠-٩]/u)
})

test.each([
  ['en', 'Sunday, 22 Nov 2026', '10:40', '22 Nov 10:40'],
  ['fr', 'dimanche 22 novembre 2026', '10:40', '22 nov. 2026, 10:40'],
] as const)(
  'the day of the week and the moment are written in %s',
  (language, weekday, sameDay, otherDay) => {
    const { weekday: weekdayOf, moment } = datesIn(language)
    expect(weekdayOf(AT, 'Asia/Kolkata')).toBe(weekday)
    // In Kolkata it is still the 22nd at 18:29 UTC, and the 23rd a minute later.
    expect(moment(AT, new Date('2026-11-22T18:29:00Z'), 'Asia/Kolkata')).toBe(sameDay)
    expect(moment(AT, new Date('2026-11-22T18:30:00Z'), 'Asia/Kolkata')).toBe(otherDay)
  },
)
