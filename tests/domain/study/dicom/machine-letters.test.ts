import { expect, test } from 'vitest'
import { MACHINE_LETTERS } from '#domain/study/dicom/machine-letters.ts'

test('a profile may shorten texts, and never allows more than the 64 letters of DICOM', () => {
  expect(MACHINE_LETTERS.max).toBe(64)
  expect(MACHINE_LETTERS.min).toBeLessThan(MACHINE_LETTERS.max)
})
