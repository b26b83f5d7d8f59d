import { assert, constantFrom, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { asksBeforeLink, identityDifferences } from '#domain/match/identity-differences.ts'

const meera = { pat_id: 'P-1', pat_name: 'Meera Rao', pat_birthdate: '1984-03-02', pat_sex: 'Female' }

test.each([
  [{}, []],
  [{ pat_name: 'RAO^MEERA' }, []],
  [{ pat_name: 'Mrs. Meera Rao', pat_id: 'p-1' }, []],
  [{ pat_name: 'Mira Rao' }, ['pat_name']],
  [{ pat_birthdate: '1984-02-03', pat_sex: 'Male' }, ['pat_birthdate', 'pat_sex']],
  [{ pat_name: '', pat_birthdate: null }, []],
])('%j differs in %j', (part, fields) => {
  expect(identityDifferences({ ...meera, ...part }, meera)).toEqual(fields)
})

test('a different number or sex alone is marked and needs no confirmation', () => {
  expect([asksBeforeLink(['pat_id', 'pat_sex']), asksBeforeLink(['pat_name'])]).toEqual([false, true])
})

test('the differences are the same in both directions', () => {
  const identity = record({
    pat_id: constantFrom('', 'P-1', 'P-2'),
    pat_name: constantFrom('', 'Meera Rao', 'Rao Meera', 'Asha Kale'),
    pat_birthdate: constantFrom(null, '1984-03-02', '1970-06-05'),
    pat_sex: constantFrom('', 'Female', 'Male'),
  })
  assert(
    property(identity, identity, (a, b) => {
      expect(identityDifferences(a, b)).toEqual(identityDifferences(b, a))
    }),
  )
})
