import { expect, test } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { studyTag } from '#contract/masters/study-tag.ts'
import { chosenValues, differencesOf } from '#src/ui/master/conflict/differences.ts'

const master = studyTag as unknown as AnyMaster
const BASE = { name: 'Urgent', charges: 100, branch_charges: { a: 1, b: 2 }, status: 1 }

test('a one-sided change is proposed, and a change by both sides needs a person', () => {
  const yours = { ...BASE, name: 'Very urgent', charges: 200 }
  const theirs = { ...BASE, name: 'Most urgent', status: 0 }
  const found = differencesOf(master, BASE, yours, theirs)
  expect(found.map(({ name, proposed }) => [name, proposed])).toEqual([
    ['name', undefined],
    ['charges', 'yours'],
    ['status', 'theirs'],
  ])
  expect(chosenValues(found, {})).toBeUndefined()
  expect(chosenValues(found, { name: 'theirs' })).toEqual({ name: 'Most urgent', charges: 200, status: 0 })
})

test('the same change by both is no difference, and the order of a map does not count', () => {
  const both = { ...BASE, charges: 300 }
  expect(differencesOf(master, BASE, both, { ...both, branch_charges: { b: 2, a: 1 } })).toEqual([])
})
