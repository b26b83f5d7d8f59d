import { expect, test } from 'vitest'
import { demandReason } from '#server/kernel/demand-reason.ts'

test('a reason is kept without the space around it, and an empty one is refused', () => {
  expect(demandReason('  a mistake ')).toBe('a mistake')
  expect(() => demandReason('  ')).toThrow(expect.objectContaining({ code: 'reason_needed' }))
})
