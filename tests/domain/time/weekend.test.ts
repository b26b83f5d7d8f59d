import { expect, test } from 'vitest'
import { COUNTRIES } from '#domain/masters/countries.ts'
import { weekendOf } from '#domain/time/weekend.ts'

const idOf = (name: string) => COUNTRIES.find((one) => one.name === name)?.id

test.each([
  ['Kuwait', [5, 6]],
  ['Saudi Arabia', [5, 6]],
  ['Bangladesh', [5, 6]],
  ['Iran', [4, 5]],
  ['Brunei', [5, 0]],
  ['Nepal', [6]],
  ['India', [6, 0]],
  ['United Arab Emirates', [6, 0]],
])('%s rests on %j', (name, days) => {
  const id = idOf(name)
  expect(id, `${name} is a country of the list`).toBeDefined()
  expect(weekendOf(id)).toEqual(days)
})

test('Friday and Saturday are the weekend in sixteen countries, and in no other one of the list', () => {
  const named = COUNTRIES.filter(({ id }) => String(weekendOf(id)) === '5,6').map(({ name }) => name)
  expect(named.toSorted()).toEqual([
    'Algeria',
    'Bahrain',
    'Bangladesh',
    'Egypt',
    'Iraq',
    'Israel',
    'Jordan',
    'Kuwait',
    'Libya',
    'Maldives',
    'Oman',
    'Qatar',
    'Saudi Arabia',
    'Sudan',
    'Syria',
    'Yemen',
  ])
})

test('without a known country Saturday and Sunday are the weekend', () => {
  expect(weekendOf(undefined)).toEqual([6, 0])
  expect(weekendOf(0)).toEqual([6, 0])
})
