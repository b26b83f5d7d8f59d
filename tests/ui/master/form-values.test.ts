import { expect, test } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { studyTag } from '#contract/masters/study-tag.ts'
import { brokenRules, initialValues, inputOf, sentences } from '#src/ui/master/form-values.ts'

const master = studyTag as unknown as AnyMaster
const ID = '01990000-0000-7000-8000-0000000000a1'
const BRANCH = '01990000-0000-7000-8000-0000000000b1'

test('a new record begins with the defaults of its kinds and the values of its list', () => {
  expect(initialValues(master, undefined, { type: 'Critical' })).toMatchObject({
    name: '',
    type: 'Critical',
    color_code: '#ff0000',
    charges: 0,
    branch_charges: {},
    status: 1,
  })
})

test('an unfinished number is sent as a number', () => {
  const values = {
    ...initialValues(master, undefined, {}),
    name: 'A',
    charges: '12.50',
    branch_charges: { [BRANCH]: '7.' },
  }
  const input = inputOf(master, values, ID)
  expect(input).toMatchObject({ charges: 12.5, branch_charges: { [BRANCH]: 7 } })
  expect(brokenRules(master, input)).toEqual({})
})

test('a blank required field is reported as such, and a fault inside a map at its map', () => {
  const input = {
    ...inputOf(master, initialValues(master, undefined, {}), ID),
    name: ' ',
    branch_charges: { [BRANCH]: -1 },
  }
  expect(sentences(master, brokenRules(master, input))).toEqual({
    name: 'Name is required.',
    branch_charges: 'Branch charges is not below 0.',
  })
})
