import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOfModalities } from '#domain/masters/ai-modalities.ts'
import { findClaimedTitle } from '#domain/masters/claimed-titles.ts'

const BRANCHES = [
  { name: 'Andheri', aet_sources: ['CT_A', 'MR_A'] },
  { name: 'Kothrud', aet_sources: ['CT_K'] },
]

test.each([
  [['NEW', ' ct_k '], { title: ' ct_k ', branch: 'Kothrud' }],
  [['MR_A', 'CT_K'], { title: 'MR_A', branch: 'Andheri' }],
  [['CT'], undefined],
  [[], undefined],
])('of %j the claimed title is %j', (titles, claimed) => {
  expect(findClaimedTitle(titles, BRANCHES)).toEqual(claimed)
})

const reads = (modality: string, price = 1, currency = 'USD') => ({
  modality,
  bodyparts: [{ bodypart: 'Chest', price, currency }],
})

test.each([
  [[reads('CT'), reads('MR')], undefined],
  [[reads('ZZZ')], 'hold ZZZ, which is not a modality of the list'],
  [[reads('CT'), reads('CT')], 'name a modality twice'],
  [[reads('CT', 0.12345)], 'hold a price for CT Chest that has at most 2 decimals (USD)'],
  [[reads('CT', 1.505, 'KWD')], undefined],
  [[reads('CT', 1.5, 'JPY')], 'hold a price for CT Chest that takes no decimals (JPY)'],
])('%j: %s', (modalities, fault) => {
  expect(faultOfModalities(modalities)).toBe(fault)
})

test('a price of whole cents is never refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (cents) => {
      expect(faultOfModalities([reads('CT', cents / 100)])).toBeUndefined()
    }),
  )
})
