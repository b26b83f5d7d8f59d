import { expect, test } from 'vitest'
import { cleanedAets } from '#src/parts/branches/cleaned-aets.ts'

test('saving keeps the AE titles known to the chosen image server and drops the others', () => {
  expect(cleanedAets('CT_1, MR_2,OLD', ['MR_2', 'CT_1', 'US_3'])).toEqual({
    kept: 'CT_1,MR_2',
    dropped: ['OLD'],
  })
  expect(cleanedAets('', ['A'])).toEqual({ kept: '', dropped: [] })
})
