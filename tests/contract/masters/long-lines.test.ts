import { expect, test } from 'vitest'
import { branch } from '#contract/masters/branch.ts'
import { checkOf } from '#contract/masters/engine/field.ts'

const problemOf = (value: string) =>
  checkOf(branch.fields.pndt_doctors).safeParse(value).error?.issues[0]?.message

test('the form applies the rule of Form F signatures to each doctor’s line', () => {
  const long = 'x'.repeat(120)
  expect(problemOf('')).toBeUndefined()
  expect(problemOf(`Dr Anjali Mehta, MMC 12345\n  ${long}  \n`)).toBeUndefined()
  expect(problemOf(`Dr Anjali Mehta\n${long}y`)).toBe('has a line of more than 120 letters: line 2')
  expect(problemOf(`${long}y`)).toContain('line 1')
})
