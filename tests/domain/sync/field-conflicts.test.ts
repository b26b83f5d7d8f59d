import { expect, test } from 'vitest'
import { changedFields, fieldConflicts } from '#domain/sync/field-conflicts.ts'

const stored = { name: 'Rao', id: 'P-1' }

test.each([
  ['the field holds what was seen', { name: 'Rao' }, { name: 'Rau' }, []],
  ['another value came in between', { name: 'Ram' }, { name: 'Rau' }, ['name']],
  ['somebody else set the same value meanwhile', { name: 'Ram' }, { name: 'Rao' }, []],
  ['only a field that nobody wants to set is different', { name: 'Rao', id: 'P-0' }, { name: 'Rau' }, []],
  ['nothing was said of what was seen', {}, { name: 'Rau' }, []],
] as const)('where %s', (_says, seen, wanted, conflicts) => {
  expect(fieldConflicts(stored, seen, wanted)).toEqual(conflicts)
})

test('only differing fields count as changed', () => {
  expect(changedFields(stored, { name: 'Rao', id: 'P-2' })).toEqual({ id: 'P-2' })
})
