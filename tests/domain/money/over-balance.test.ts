import { expect, test } from 'vitest'
import { overBalance } from '#domain/money/over-balance.ts'

test('an amount equal to the balance is not over it, and leaves nothing', () => {
  expect(overBalance(500, [500])).toEqual([false])
  expect(overBalance(500, [200, 300, 1])).toEqual([false, false, true])
  expect(overBalance(500, [501, 500])).toEqual([true, false])
})
