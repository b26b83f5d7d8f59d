import { expect, test } from 'vitest'
import { roomText } from '#src/ui/room-text.ts'
import { ageText } from '#src/ui/time/age-text.ts'

test.each([
  [-5_000, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [12_000_000, '3 h 20 min'],
  [187_200_000, '2 d 4 h'],
])('an age of %i ms reads %s', (ageMs, words) => {
  expect(ageText(ageMs)).toBe(words)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [4_300_000, '4.3 MB'],
  [120_400_000_000, '120 GB'],
])('%i bytes read %s', (bytes, words) => {
  expect(roomText(bytes)).toBe(words)
})
