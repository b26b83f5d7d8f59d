import { expect, test } from 'vitest'
import { ageText } from '#domain/patient/age.ts'
import { LIKELY_FROM, type LikenessFields, patientLikeness } from '#domain/patient/likeness.ts'
import { mistypedDates } from '#domain/patient/mistyped-dates.ts'
import { earlierNameOfDicom } from '#domain/patient/name.ts'

const asha: LikenessFields = {
  fname: 'Asha',
  lname: 'Kulkarni',
  mobile: '9820012345',
  gender: 'Female',
  dob: '1984-03-12',
  ssn: '',
  passport: '',
}
/** Has nothing in common with the patient. */
const other: LikenessFields = { fname: 'Zubin', lname: 'Wadia', mobile: '7000099999', gender: '', dob: null }
const like = (change: Partial<LikenessFields>) => patientLikeness(asha, { ...other, ...change })

test.each([
  ['nothing in common', {}, 0, []],
  ['the name in the other order', { fname: 'Kulkarni', lname: 'Asha' }, 45, ['Same name']],
  ['the day of birth', { dob: '1984-03-12' }, 35, ['Same date of birth']],
  ['day and month changed over', { dob: '1984-12-03' }, 20, ['Date of birth nearly the same']],
  ['one digit of the birth mistyped', { dob: '1984-03-13' }, 20, ['Date of birth nearly the same']],
  ['a birth two years later, which says nothing', { dob: '1986-04-20' }, 0, []],
  ['the mobile with the country code', { mobile: '+91 98200 12345' }, 25, ['Same mobile']],
  ['a mobile that differs by a digit', { mobile: '9820012346' }, 8, ['Mobile differs by a digit']],
  ['two digits of it', { mobile: '9820012366' }, 0, []],
] as const)('a record with %s', (_, change, score, reasons) => {
  expect(like(change)).toEqual({ score, reasons })
})

test('a national ID or a passport decides alone in any spelling, and a missing one never decides', () => {
  const known = { ...asha, ssn: 'ab-12 34', passport: 'P 99' }
  expect(patientLikeness(known, { ...other, ssn: 'AB1234' })).toEqual({
    score: 100,
    reasons: ['Same national ID'],
  })
  expect(patientLikeness(known, { ...other, passport: 'p99' }).reasons).toEqual(['Same passport'])
  expect(patientLikeness(asha, { ...other, ssn: '-', passport: undefined }).score).toBe(0)
})

test('a different sex or year of birth lowers the likeness, but never below zero', () => {
  expect(like({ gender: 'Male' })).toEqual({ score: 0, reasons: ['Gender differs'] })
  expect(like({ ...asha, gender: 'Male' }).score).toBe(45 + 35 + 25 - 30)
  const older = { fname: 'Asha', lname: 'Kulkarni', dob: '1987-04-20' }
  expect(like(older)).toEqual({ score: 45 - 15, reasons: ['Same name', 'Another year of birth'] })
  expect(like({ ...older, gender: 'Female' }).score).toBe(30)
})

test('a close spelling of a name counts by its closeness, a distant one not at all', () => {
  const close = like({ fname: 'Aasha', lname: 'Kulkarni' })
  expect(close.reasons).toEqual(['Similar name'])
  expect(close.score).toBeGreaterThan(30)
  expect(close.score).toBeLessThan(40)
  expect(like({ fname: 'Asha', lname: 'Deshpande' }).reasons).toEqual([])
})

test('short internal numbers are not mobiles', () => {
  const desk = { ...asha, mobile: '12345' }
  expect(patientLikeness(desk, { ...other, mobile: '12345' }).score).toBe(0)
  const withShortNumber = { ...asha, mobile: '123456' }
  expect(patientLikeness(withShortNumber, { ...other, mobile: '123456' }).reasons).toEqual(['Same mobile'])
  expect(patientLikeness(withShortNumber, { ...other, mobile: '12345' }).reasons).toEqual([])
})

test('the same person has the highest likeness, and a user must confirm it', () => {
  const again = patientLikeness(asha, asha)
  expect(again.score).toBe(100)
  expect(LIKELY_FROM).toBe(60)
})

test('the search for a day of birth tries each digit mistyped, and day and month swapped', () => {
  const near = mistypedDates('1984-03-12')
  expect(near).toContain('1984-12-03')
  for (const day of ['2984-03-12', '1084-03-12', '1984-03-02', '1984-03-10', '1984-03-19', '1984-02-12'])
    expect(near).toContain(day)
  expect(near).not.toContain('1984-13-12')
  expect(near).not.toContain('1985-04-12')
  expect(new Set(near).size).toBe(near.length)
})

test('an age needs two calendar days', () => {
  expect(ageText('1984-03-12', '2026-11-24')).toBe('42Y')
  expect(ageText('2026-02-30', '2026-11-24')).toBe('')
  expect(ageText('1984-03-12', '2026-11-31')).toBe('')
  expect(ageText('2026-11-25', '2026-11-24')).toBe('')
})

test('a name in the earlier reading has the local letters in brackets', () => {
  expect(earlierNameOfDicom('Yamada^Tarou=山田^太郎')).toBe('Tarou Yamada (太郎 山田)')
  expect(earlierNameOfDicom('RAO^MEERA^^DR=RAO^MEERA^^DR')).toBe('DR MEERA RAO')
  expect(earlierNameOfDicom('=山田^太郎')).toBe('太郎 山田')
  expect(earlierNameOfDicom(undefined)).toBe('')
})
