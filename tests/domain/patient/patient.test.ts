import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageInWords, ageOn, ageText } from '#domain/patient/age.ts'
import { nameOfDicom, sexOfDicom } from '#domain/patient/name.ts'
import { provisionalPatId } from '#domain/patient/provisional-pat-id.ts'
import { addDays } from '#domain/time/zones.ts'

test.each([
  ['1984-03-10', '2026-11-21', { years: 42, months: 8, days: 11 }, '42Y'],
  ['2026-08-20', '2026-11-21', { years: 0, months: 3, days: 1 }, '3M'],
  ['2026-11-09', '2026-11-21', { years: 0, months: 0, days: 12 }, '12D'],
  ['2026-11-21', '2026-11-21', { years: 0, months: 0, days: 0 }, '0D'],
  // Born on the 31st: the month completes on its last day.
  ['2026-01-31', '2026-02-28', { years: 0, months: 1, days: 0 }, '1M'],
  ['2024-02-29', '2025-02-28', { years: 1, months: 0, days: 0 }, '1Y'],
  ['2025-11-22', '2026-11-21', { years: 0, months: 11, days: 30 }, '11M'],
  ['0099-01-01', '0100-01-01', { years: 1, months: 0, days: 0 }, '1Y'],
])('born %s is on %s %j, in words %s', (birth, on, age, words) => {
  expect(ageOn(birth, on)).toEqual(age)
  expect(ageText(birth, on)).toBe(words)
})

test('nobody is older than the elapsed days, and a birth in the future has no age', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 44_000 }), fc.integer({ min: 0, max: 3_000 }), (lived, offset) => {
      const on = addDays('2026-11-21', -offset)
      const age = ageOn(addDays(on, -lived), on)
      if (!age) throw new Error('no age')
      const days = age.years * 365.2425 + age.months * 30.44 + age.days
      expect(Math.abs(days - lived)).toBeLessThan(4)
      expect(age.months).toBeLessThan(12)
      expect(age.days).toBeLessThan(31)
    }),
  )
  expect(ageOn('2026-11-22', '2026-11-21')).toBeUndefined()
  expect([ageText(null, '2026-11-21'), ageText('nonsense', '2026-11-21')]).toEqual(['', ''])
  expect(ageInWords({ years: 0, months: 0, days: 3 })).toBe('3D')
})

test.each([
  ['RAO^MEERA^^DR', 'DR MEERA RAO'],
  ['Al-Sabah^Nour^Fahad^^PhD', 'Nour Fahad Al-Sabah PhD'],
  ['PLAIN NAME', 'PLAIN NAME'],
  ['  RAO ^  MEERA  K ', 'MEERA K RAO'],
  ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Yamada Tarou (山田 太郎, やまだ たろう)'],
  ['=山田^太郎', '山田 太郎'],
  ['Hong^Gildong==홍^길동', 'Hong Gildong (홍 길동)'],
  ['^^^^', ''],
  ['', ''],
])('the DICOM name %s reads "%s"', (name, shown) => {
  expect(nameOfDicom(name)).toBe(shown)
})

test('a name in groups of DICOM JSON reads like the same name in text', () => {
  expect(nameOfDicom({ Alphabetic: 'Yamada^Tarou', Ideographic: '山田^太郎' })).toBe(
    'Yamada Tarou (山田 太郎)',
  )
  expect(nameOfDicom({})).toBe('')
  expect(nameOfDicom(undefined)).toBe('')
})

test('sexes become words, and nonsense becomes no sex', () => {
  expect(['M', 'f ', 'O', '', 'X', 'constructor'].map(sexOfDicom)).toEqual([
    'Male',
    'Female',
    'Other',
    '',
    '',
    '',
  ])
})

test('the id of an offline registration names the device and is stable', () => {
  const id = '01994000-0000-7000-8000-0000004c81af'
  expect(provisionalPatId('Front desk 2', id)).toBe('FD2-NEW-4C81AF')
  expect(provisionalPatId('Front desk 2', id)).not.toBe(provisionalPatId('Front desk 3', id))
  expect(provisionalPatId('', id)).toBe('DEVICE-NEW-4C81AF')
})
