import { expect, test } from 'vitest'
import { overBalance } from '#domain/money/over-balance.ts'

test('an amount that is exactly what is left is not over, and nothing is left after it', () => {
  expect(overBalance(500, [500])).toEqual([false])
  expect(overBalance(500, [200, 300, 1])).toEqual([false, false, true])
  expect(overBalance(500, [501, 500])).toEqual([true, false])
})
