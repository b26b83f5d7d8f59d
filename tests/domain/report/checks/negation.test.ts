import { expect, test } from 'vitest'
import { isDenied } from '#domain/report/checks/negation.ts'

const isDeniedIn = (sentence: string, finding: string) => {
  const from = sentence.indexOf(finding)
  return isDenied(sentence, from, from + finding.length)
}

test.each([
  ['No fracture of the radius.', 'fracture', true],
  ['Fracture is not seen.', 'Fracture', true],
  ['A nodule without calcification.', 'nodule', false],
  ['A nodule without calcification.', 'calcification', true],
  // A phrase that denies nothing does not shift any position behind it.
  ['No significant interval change in the nodule without calcification.', 'nodule', false],
  ['Not only a cyst; no mass.', 'cyst', false],
  ['A fracture cannot be ruled out.', 'fracture', false],
  ['No effusion, but a nodule is seen.', 'nodule', false],
  ['A nodule, no effusion is seen.', 'nodule', false],
] as const)('"%s" denies the %s: %s', (sentence, finding, denied) => {
  expect(isDeniedIn(sentence, finding)).toBe(denied)
})
