import { expect, test } from 'vitest'
import { fromLocalField, toLocalField } from '#src/parts/critical/datetime-local.ts'

test('a time entered in the field reads back to the minute', () => {
  expect(fromLocalField(toLocalField('2026-11-21T09:05:00.000Z'))).toBe('2026-11-21T09:05:00.000Z')
})

test('an empty field is no time', () => {
  expect([toLocalField(null), fromLocalField(''), fromLocalField('nonsense')]).toEqual(['', null, null])
})
