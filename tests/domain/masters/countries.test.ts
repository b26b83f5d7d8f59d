import { expect, test } from 'vitest'
import { COUNTRIES, CURRENCIES, decimalsOf, findCountry } from '#domain/masters/countries.ts'

const currenciesWith = (decimals: number) =>
  CURRENCIES.filter((currency) => decimalsOf(currency) === decimals)

test('a currency has the decimals of ISO 4217: two, unless it is one of these', () => {
  expect(currenciesWith(0)).toEqual(
    ['CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'XAF', 'XOF'].filter((one) =>
      CURRENCIES.includes(one),
    ),
  )
  expect(currenciesWith(3)).toEqual(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
  expect(currenciesWith(2)).toContain('INR')
  expect(decimalsOf('XXX')).toBe(2)
  for (const { currency, no_of_decimal } of COUNTRIES) expect(no_of_decimal).toBe(decimalsOf(currency))
})

test('the id of a country is its dialling code, unless it shares that with another country', () => {
  const others = COUNTRIES.filter(({ id, phone_code }) => id !== Number(phone_code))
  expect(others.map(({ name, id }) => [name, id])).toEqual([
    ['Canada', 1001],
    ['Jamaica', 1876],
    ['Kazakhstan', 77],
  ])
  expect(new Set(COUNTRIES.map(({ id }) => id)).size).toBe(COUNTRIES.length)
  for (const country of COUNTRIES) expect(findCountry(country.id)).toBe(country)
  expect(findCountry(0)).toBeUndefined()
})

test('countries are in the order of their names, and currencies in that of their codes, each once', () => {
  const names = COUNTRIES.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(CURRENCIES).toEqual([...new Set(COUNTRIES.map(({ currency }) => currency))].toSorted())
})
